// @rest
// No bar, drawer or other layer hides the focused control, at a zoom of 400 % and on a phone.
import type { Page } from "@playwright/test";
import { SCREENS } from "#test/harness/browser/screens.ts";
import { expect, test } from "./browser-test.ts";
import { saveLoadouts, signInAsGuest } from "./pages/locker.ts";
import { addSample } from "./pages/soldier.ts";
import { call } from "./platoon.ts";
import { open, signUpAndIn } from "./site.ts";

const WINDOWS = [
  // 1280 × 1024 px at a zoom of 400 %.
  { width: 320, height: 256 },
  { width: 390, height: 844 },
];
/** More than the longest screen that is tested has. */
const MAX_STOPS = 160;
const OPENING_MS = 500;

/** Describes the focused element if something else covers it or it is outside the window. */
const findHiddenFocus = (page: Page): Promise<{ stop: string; hidden: string | null } | null> =>
  page.evaluate(async () => {
    // Rows that come into sight get their size in the next frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const stops: Element[] = Object.assign(window, { stops: Reflect.get(window, "stops") ?? [] }).stops;
    if (!stops.includes(element)) stops.push(element);
    const stop = `${stops.indexOf(element)}`;
    // The label is what shows such an input.
    const shown = element.matches("input.sr-only") ? (element.closest("label") ?? element) : element;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    // What is taller than the window shows its beginning.
    const y = bottom - top > innerHeight ? Math.max(top, 0) + 4 : (top + bottom) / 2;
    const hit = document.elementFromPoint(x, y);
    const isInSight =
      hit !== null && (shown.contains(hit) || hit.contains(shown) || hit.closest("label")?.contains(shown) === true);
    return { stop, hidden: isInSight ? null : `${shown.outerHTML.slice(0, 160)} at ${Math.round(top)}` };
  });

/** Presses Tab until the focus returns to the first control; expects to see each control on the way. */
async function expectEveryStopInSight(page: Page): Promise<void> {
  const hiddenStops: string[] = [];
  const seen = new Set<string>();
  for (let press = 0; press < MAX_STOPS; press += 1) {
    await page.keyboard.press("Tab");
    let focus = await findHiddenFocus(page);
    if (focus?.hidden) {
      // A dialog that opens slides in, and does not yet accept presses.
      await page.waitForTimeout(OPENING_MS);
      focus = await findHiddenFocus(page);
    }
    if (!focus) continue;
    if (focus.hidden) hiddenStops.push(focus.hidden);
    if (focus.stop === "0" && seen.size > 1) break;
    seen.add(focus.stop);
  }
  expect(hiddenStops, `of ${seen.size} stops`).toEqual([]);
  expect(seen.size).toBeGreaterThan(4);
}

/** Opens an address and waits until nothing of it is loading. */
async function openLoaded(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^(Loading|Checking|Choosing|Drawing)/ })).toHaveCount(0);
}

/** Screens that need no session, further ones by their address. */
const PUBLIC_SCREENS = {
  home: SCREENS.home,
  "bf2042-arsenal": SCREENS["bf2042-arsenal"],
  "bf2042-tray": "/bf2042?cmp=ak-24,ac-42",
  "bf2042-changes": "/bf2042?cat=changes",
  "bf2042-editor": SCREENS["bf2042-editor"],
  "bf2042-versus": SCREENS["bf2042-versus"],
  "bf4-arsenal": SCREENS["bf4-arsenal"],
  "bf4-cards": SCREENS["bf4-arsenal-cards"],
  "bf4-weapon": SCREENS["bf4-weapon"],
  "bf4-versus": SCREENS["bf4-versus"],
  "bf4-loadouts": SCREENS["bf4-loadouts"],
  "bf4-editor": SCREENS["bf4-editor"],
  "bf4-squad": SCREENS["bf4-squad"],
  "bf4-soldier": SCREENS["bf4-soldier"],
  "bf4-progress": SCREENS["bf4-progress"],
  "bf4-shared": SCREENS["bf4-shared"],
  "sign-in": SCREENS["sign-in"],
  "sign-up": SCREENS["sign-up"],
  platoons: SCREENS.platoons,
};

for (const window of WINDOWS) {
  const size = `${window.width} × ${window.height}`;

  for (const [name, path] of Object.entries(PUBLIC_SCREENS)) {
    test(`nothing hides the focus on ${name} at ${size}`, async ({ page }) => {
      await page.setViewportSize(window);
      await openLoaded(page, path);
      await expectEveryStopInSight(page);
    });
  }

  test(`nothing hides the focus in the search at ${size}`, async ({ page }) => {
    await page.setViewportSize(window);
    await open(page, "/bf4");
    await page.locator("html[data-keys]").waitFor({ state: "attached" });
    await page.keyboard.press("ControlOrMeta+k");
    const dialog = page.getByRole("dialog", { name: "Search and commands" });
    const field = dialog.getByRole("combobox");
    await field.fill("ak");
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("ArrowDown");
      await expect(dialog.getByRole("option", { selected: true })).toBeInViewport({ ratio: 0.6 });
    }
    await expect(field).toBeInViewport({ ratio: 0.9 });
  });

  test(`nothing hides the focus in the editor's picker at ${size}`, async ({ page }) => {
    await page.setViewportSize(window);
    await open(page, SCREENS["bf4-editor"]);
    await page.getByRole("button", { name: /^Primary weapon/ }).click();
    const field = page.getByRole("dialog").getByRole("combobox");
    await expect(field).toBeFocused();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("ArrowDown");
      const current = (await field.getAttribute("aria-activedescendant")) ?? "";
      await expect(page.locator(`[id="${current}"]`)).toBeInViewport({ ratio: 0.6 });
    }
  });

  test(`nothing hides the focus on screens with data of one's own at ${size}`, async ({ page }) => {
    await page.setViewportSize(window);
    await signInAsGuest(page);
    const names = ["Stairs", "Roof", "Tunnel"];
    const [id] = await saveLoadouts(
      page,
      names.map((name) => ({ name })),
    );
    const soldier = await addSample(page, "bf4");
    for (const path of [
      "/",
      "/bf4?tab=loadouts",
      `/bf4?tab=loadouts&edit=${id}`,
      `/bf4?tab=loadouts&share=${id}`,
      `/bf4?tab=soldier&soldier=${soldier}`,
      `/bf4?tab=progress&soldier=${soldier}`,
      `/bf4?tab=progress&soldier=${soldier}&list=tonight`,
      `/bf4?tab=progress&soldier=${soldier}&list=goals`,
      "/account",
    ]) {
      await test.step(path, async () => {
        await openLoaded(page, path);
        await expectEveryStopInSight(page);
      });
    }
  });

  test(`nothing hides the focus in the account and a platoon at ${size}`, async ({ page }) => {
    await page.setViewportSize(window);
    await signUpAndIn(page);
    const slug = `sight-${process.pid}-${window.width}-${Date.now()}`;
    await call(page, "create", { name: "Night Owls", slug });
    for (const tab of ["profile", "security", "sessions", "data"]) {
      await test.step(tab, async () => {
        await openLoaded(page, `/account?tab=${tab}`);
        await expectEveryStopInSight(page);
      });
    }
    for (const tab of ["locker", "members", "squads", "settings"]) {
      await test.step(tab, async () => {
        await openLoaded(page, `/platoons?platoon=${slug}&tab=${tab}`);
        await expectEveryStopInSight(page);
      });
    }
  });
}
