// All overlays of the site (dialogs, drawers, menus, pickers and popovers) with the controls that open them.
import { expect, type Locator, type Page } from "@playwright/test";

/** The name of a control to click, or a text to type. */
type Step = string | RegExp | { typed: string };

/** A screen, and the steps that open the overlay there. */
type Overlay = readonly [screen: string, ...steps: Step[]];

/** The screens are those of `SCREENS` and `fillSite`. Consecutive overlays of one screen share one page load. */
export const OVERLAYS: Record<string, Overlay> = {
  language: ["home", "Language"],
  credits: ["home", "Credits"],
  privacy: ["home", "Privacy and contact"],
  shortcuts: ["home", "Shortcuts"],
  palette: ["home", "Search"],
  "bar-menu": ["home", "Menu"],
  "account-menu": ["home", /, account$/],
  "arsenal-filters": ["bf4-arsenal", "Filters"],
  "search-words": ["bf4-arsenal", "Search weapons", { typed: "class:" }],
  "weapon-drawer": ["bf4-weapon"],
  "weapon-source": ["bf4-weapon", /^verified, [^,]*$/],
  "catalogue-entry": ["bf4-attachment"],
  scenario: ["bf4-versus", /hit rate/],
  "versus-weapon": ["bf4-versus", "Weapon 1"],
  "locker-menu": ["bf4-loadouts", "More about the locker"],
  "folder-menu": ["bf4-loadouts", "Actions for folder Metro nights"],
  "folder-new": ["bf4-loadouts", "New folder"],
  "folder-rename": ["bf4-loadouts", "Actions for folder Metro nights", "Rename…"],
  "loadout-menu": ["bf4-loadouts", "Actions for Everyday assault"],
  "loadout-rename": ["bf4-loadouts", "Actions for Everyday assault", "Rename…"],
  "loadout-tags": ["bf4-loadouts", "Actions for Everyday assault", "Tags and note…"],
  "loadout-move": ["bf4-loadouts", "Actions for Everyday assault", "Move to folder…"],
  "locker-import": ["bf4-loadouts", "Import…"],
  "loadout-delete": ["deleted", /^Delete for good/],
  "locker-empty": ["deleted", "Empty"],
  "picker-weapon": ["bf4-editor", /^Primary weapon/],
  "picker-optic": ["bf4-editor", /^Primary, Optic/],
  "picker-gadget": ["bf4-editor", /^Gadget 1/],
  "picker-upgrade": ["bf4-editor", /^Field upgrade/],
  "picker-sight": ["bf2042-editor", "Add sight to the primary"],
  "picker-specialist": ["bf2042-editor", /^Specialist/],
  "share-dialog": ["bf4-share-dialog"],
  "squad-place": ["bf4-squad", /^Add a loadout, place 4/],
  "share-more": ["short-link", "More actions"],
  "share-report": ["short-link", "More actions", "Report"],
  "share-compare": ["short-link", "Compare with mine"],
  "soldier-add": ["bf4-soldier", "Add a soldier"],
  "soldier-menu": ["bf4-soldier", "More about Sample soldier"],
  "soldier-typed": ["bf4-soldier-vanished", "More about al-then-unknown", "Type stats by hand…"],
  "soldier-import": ["bf4-soldier-vanished", "More about al-then-unknown", "Import from Battlelog…"],
  "session-card": ["bf4-soldier-difference", "Session card"],
  "progress-filters": ["bf4-progress", "Filters"],
  "goal-new": ["bf4-goals", "Add a goal"],
  "goal-edit": ["bf4-goals", "Edit: Kills with the ACE 23"],
  "account-delete": ["account-data", "Delete account"],
  "platoon-create": ["platoons", "Create platoon"],
  "platoon-propose": ["platoon", "Propose a loadout"],
  "platoon-import": ["platoon", "Import loadouts"],
  "platoon-change": ["platoon-loadout", "Change or replace"],
  "platoon-unpublish": ["platoon-loadout", "Unpublish"],
  "proposal-publish": ["platoon-proposal", "Publish"],
  "proposal-changes": ["platoon-proposal", "Ask for changes"],
  "proposal-decline": ["platoon-proposal", "Decline"],
  "member-role": ["platoon-members", "Role of Person 5"],
  "member-owner": ["platoon-members", "Make owner: Person 5"],
  "member-remove": ["platoon-members", "Remove Person 5"],
  "squad-new": ["platoon-squads", "New squad"],
  "squad-edit": ["platoon-squads", "Edit Alpha"],
  "squad-plan": ["platoon-squads", "Unlock plan of Alpha"],
  "sheet-new": ["platoon-squads", "New sheet"],
  "sheet-edit": ["platoon-sheet", "Edit the sheet"],
  "board-card": ["platoon-board", "Weekly card"],
  "board-soldiers": ["platoon-board", "Show my soldiers"],
  "platoon-delete": ["platoon-settings", "Delete platoon"],
};

/** Matches overlays that have a role. */
export const OVERLAY_SELECTOR = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role=${role}]`).join(", ");
/** Matches the controls of open panels that have no such role. */
const EXPANDED_SELECTOR = "[aria-expanded=true][aria-controls]";

const findOpenOverlays = (page: Page) =>
  page.locator(`${OVERLAY_SELECTOR}, ${EXPANDED_SELECTOR}`).filter({ visible: true });

/** Performs the steps in turn, and waits until the overlay is open and its animations have ended. */
export async function openOverlay(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === "object" && "typed" in step) await page.keyboard.type(step.typed);
    else await getControl(page, step).click({ timeout: 5000 });
  }
  await expect(findOpenOverlays(page).first()).toBeVisible();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

function getControl(page: Page, name: string | RegExp): Locator {
  const exact = typeof name === "string";
  const [first, ...others] = (["button", "menuitem", "combobox"] as const).map((role) =>
    page.getByRole(role, { name, exact }),
  );
  if (!first) throw new Error("No role.");
  return others
    .reduce((either, other) => either.or(other), first)
    .filter({ visible: true })
    .first();
}

/** Lists the open overlays that extend beyond the window, each with the side and the distance in px. */
export function findOutside(page: Page): Promise<string[]> {
  return page.evaluate(
    ([overlaySelector, expandedSelector]) => {
      const page = document.documentElement;
      const panels = [...document.querySelectorAll(expandedSelector)].flatMap((control) => {
        const panel = document.getElementById(control.getAttribute("aria-controls") ?? "");
        // A panel in the normal flow is a part of the page, not an overlay.
        return panel && getComputedStyle(panel).position !== "static" ? [panel] : [];
      });
      const visible = [...document.querySelectorAll(overlaySelector), ...panels].filter((element) =>
        element.checkVisibility(),
      );
      const outside = visible.flatMap((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const sides = { left: -left, top: -top, right: right - innerWidth, bottom: bottom - innerHeight };
        const exceededSides = Object.entries(sides).filter(([, by]) => by > 0.5);
        const name = element.getAttribute("aria-label") ?? element.querySelector("h2, legend")?.textContent ?? "";
        return exceededSides.map(
          ([side, by]) => `${element.role ?? element.localName} ${name}: ${by.toFixed(1)} px over the ${side}`,
        );
      });
      return page.scrollWidth > page.clientWidth ? ["the page scrolls sideways", ...outside] : outside;
    },
    [OVERLAY_SELECTOR, EXPANDED_SELECTOR] as const,
  );
}

/** Closes all overlays with Escape; returns false when that changed the address, or when an overlay stays open. */
export async function closeOverlays(page: Page): Promise<boolean> {
  const address = page.url();
  const open = findOpenOverlays(page);
  for (let press = 0; press < 4 && (await open.count()) > 0; press += 1) {
    await page.keyboard.press("Escape");
    await page.waitForTimeout(50);
  }
  return page.url() === address && (await open.count()) === 0;
}
