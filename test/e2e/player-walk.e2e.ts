// @rest
// The main tasks of a player, on a desktop and on a phone. After each action the focus must be on an element, not on the page itself.
import type { Browser, Locator, Page } from "@playwright/test";
import { SITE } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";
import { getDialog, getTab } from "./pages/platoons.ts";
import { signUpAndIn } from "./site.ts";

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Opens a page whose actions check the focus. */
async function openWalk(browser: Browser, device: keyof typeof DEVICES) {
  const context = await browser.newContext({
    baseURL: SITE,
    serviceWorkers: "block",
    permissions: ["clipboard-read", "clipboard-write"],
    ...DEVICES[device],
  });
  const page = await context.newPage();
  return { page, ...createActions(page) };
}

function createActions(page: Page) {
  const describeFocus = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "body";
      const name = element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40);
      return `${element.role ?? element.localName} ${name}`;
    });
  const expectFocus = async (action: string) => {
    let focus = "body";
    await expect
      .soft(async () => {
        focus = await describeFocus();
        expect(focus).not.toBe("body");
      }, `the focus after ${action}`)
      .toPass({ timeout: 3000 });
  };
  return {
    byRole: (role: "button" | "link" | "menuitem", name: string | RegExp) =>
      page.getByRole(role, { name, exact: true }).filter({ visible: true }).first(),
    async goTo(path: string) {
      await page.goto(path);
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
    },
    async press(target: Locator) {
      const action = `${target}`;
      await target.click({ timeout: 15_000 });
      // The focus may leave after the response of a call.
      await page.waitForTimeout(400);
      await expectFocus(action);
    },
    async key(key: string) {
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
      await expectFocus(key);
    },
    async back() {
      await page.goBack();
      await page.waitForTimeout(400);
      await expectFocus("Back");
    },
  };
}

for (const device of ["desktop", "phone"] as const) {
  test(`weapons, Versus and search keep the focus on a ${device}`, async ({ browser }) => {
    const { page, byRole, goTo, press, key, back } = await openWalk(browser, device);
    await goTo("/");
    await page.locator("html[data-keys]").waitFor({ state: "attached" });
    await press(byRole("button", /^Search/));
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await palette.getByRole("combobox").fill("best rifle 50 m bf4");
    await expect(palette.getByRole("option").first()).toContainText("Assault rifles by TTK at 50 m");
    await key("Enter");
    await expect(page).toHaveURL(/range=50/);
    await press(page.getByRole("rowheader").first().getByRole("link"));
    await press(page.getByRole("dialog").getByRole("button", { name: "Versus", exact: true }));
    await page.keyboard.type("ak-12");
    await key("Enter");
    await expect(page).toHaveURL(/versus=/);
    await press(byRole("button", "Fight"));
    await press(byRole("button", "Copy link"));
    await press(byRole("button", "Back to all weapons"));
    await back();
    await back();
    await goTo("/bf4");
    await press(byRole("button", /^Filters/));
    await key("Escape");
    await press(byRole("button", /hit rate/));
    await key("Escape");
    await press(getTab(page, "Loadouts"));
    await press(getTab(page, "Soldier"));
    await press(byRole("button", "Session report"));
    await press(byRole("button", "Back to the soldier"));
    await press(getTab(page, "Progress"));
    await press(byRole("button", "Tonight's loadout"));
    await press(page.getByRole("contentinfo").getByRole("button", { name: "Language" }));
    await key("Escape");
    await press(page.getByRole("contentinfo").getByText("Light", { exact: true }));
    await page.context().close();
  });

  test(`a loadout is built, saved, shared, copied and deleted with the focus in place on a ${device}`, async ({
    browser,
  }) => {
    const { page, byRole, goTo, press, key, back } = await openWalk(browser, device);
    await goTo("/bf4?tab=loadouts");
    await press(byRole("link", "New loadout").or(byRole("button", "New loadout")));
    await press(byRole("button", /^Primary weapon/));
    await press(getDialog(page).getByRole("option", { name: /^AEK-971/ }));
    await press(byRole("button", /^Primary, Optic/));
    await press(getDialog(page).getByRole("option").nth(3));
    await press(byRole("button", "Undo"));
    await press(page.locator("label", { has: page.getByRole("radio", { name: "Support" }) }));
    await press(byRole("button", "Save"));
    await press(getDialog(page).getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
    await press(byRole("button", "Share"));
    await press(getDialog(page).getByRole("button", { name: "Copy short link" }));
    const link = await getDialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
    await key("Escape");
    await press(byRole("button", "All loadouts"));
    await back();
    await press(byRole("button", "All loadouts"));
    const actions = page.getByRole("button", { name: /^Actions for/ }).first();
    await press(actions);
    await press(byRole("menuitem", "Duplicate"));
    await press(actions);
    await press(byRole("menuitem", "Delete"));
    await press(byRole("button", "Undo"));
    await press(actions);
    await key("Escape");
    await press(actions);
    await press(byRole("menuitem", "Delete"));
    await press(byRole("button", "More about the locker"));
    await press(byRole("menuitem", "Recently deleted"));
    await press(byRole("button", /^Restore/));
    await press(byRole("button", "All loadouts"));
    const friend = await openWalk(browser, device);
    await friend.goTo(link);
    await friend.press(friend.page.getByRole("button", { name: "Save a copy" }));
    await friend.press(friend.page.getByRole("button", { name: "Open", exact: true }));
    await friend.page.context().close();
    await goTo("/account?tab=data");
    await press(byRole("button", /^Stop sharing/));
    await goTo("/bf4?tab=loadouts");
    await press(byRole("link", /Support/));
    await page.context().close();
  });

  test(`a soldier, goals and a platoon keep the focus in place on a ${device}`, async ({ browser }) => {
    const { page, byRole, goTo, press, key } = await openWalk(browser, device);
    await signUpAndIn(page);
    await goTo("/bf4?tab=soldier");
    await press(byRole("button", "Use my own").or(byRole("button", "Add a soldier")).first());
    if (!(await getDialog(page).isVisible())) await press(byRole("button", "Add a soldier"));
    await page.getByLabel("Name in the game").fill("Robin_Field");
    await key("Enter");
    await press(
      getDialog(page)
        .getByRole("button", { name: /^Add .?Robin_Field/ })
        .first(),
    );
    await expect(page.getByRole("region", { name: "Robin_Field", exact: true })).toBeVisible();
    await press(byRole("button", "Take snapshot"));
    await press(getTab(page, "Progress"));
    await press(byRole("button", /^Add to plan/));
    await press(byRole("button", /^I have it/));
    await press(byRole("button", "My goals"));
    await press(byRole("button", /^Set this goal/));
    await press(byRole("button", "Add a goal"));
    await key("Escape");
    await press(byRole("button", /^Remove/));
    await press(getTab(page, "Soldier"));
    await press(byRole("button", /^Delete/));
    await press(byRole("button", /^More about/));
    await press(byRole("menuitem", "Remove"));
    await goTo("/platoons");
    await press(byRole("button", "Create platoon"));
    const name = `Night Owls ${device} ${Date.now()}`;
    await getDialog(page).getByLabel("Name", { exact: true }).fill(name);
    await press(getDialog(page).getByRole("button", { name: "Create platoon" }));
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await press(getTab(page, "Members"));
    await page.getByLabel("E-mail").fill("friend@example.com");
    await press(byRole("button", "Send invitation"));
    await press(byRole("button", "Create link"));
    await press(getTab(page, "Squads"));
    await press(byRole("button", "New squad"));
    await page.getByLabel("Name of the squad").fill("Alpha");
    await press(getDialog(page).getByRole("button", { name: "Save" }));
    await press(byRole("button", /^Remove/));
    await press(byRole("button", "Undo"));
    await press(getTab(page, "Members"));
    await press(byRole("button", /^Revoke/));
    await press(byRole("button", /^Cancel/));
    await press(getTab(page, "Settings"));
    await page.context().close();
  });
}
