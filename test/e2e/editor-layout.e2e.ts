// The layout of the editor: the verdict comes first and stays in view; and the focus when it opens and closes.
import type { Page } from "@playwright/test";
import { expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getLoadoutName, getPicker, getPrimarySlot, nameLoadout, pickFirst } from "./pages/editor.ts";
import { chooseCardAction, getCard } from "./pages/locker.ts";
import { holdRequests, open, saveLoadout } from "./site.ts";

const FIGURES = "section[aria-labelledby=live-figures]";

/** Returns the time to kill that comes first in the editor. */
const getFirstTtk = (page: Page) => page.locator(`${FIGURES} dd`).first();

const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

for (const language of ["en", "de"]) {
  for (const [width, height] of SIZES) {
    test(`the verdict is first and stays in view at ${width} px in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await open(page, `/bf4?tab=loadouts&edit=new&kit=assault&weapon=ak-12&lang=${language}`);
      const ttk = getFirstTtk(page);
      await expect(ttk).toHaveText(/^353\sms$/);
      const { y } = (await ttk.boundingBox()) ?? { y: Number.POSITIVE_INFINITY };
      expect(y).toBeLessThanOrEqual(260);

      await page.getByRole("textbox").last().scrollIntoViewIfNeeded();
      const verdict = width < 1024 ? page.locator(".dock dl") : page.locator(`${FIGURES} dl`).first();
      await expect(verdict).toBeInViewport({ ratio: 1 });
      if (width < 1024) expect((await page.locator(".dock").boundingBox())?.height).toBeLessThanOrEqual(64);

      await getPrimarySlot(page)
        .or(page.getByRole("button", { name: /^Primärwaffe/ }))
        .first()
        .click();
      await expect(getPicker(page).locator("dl dd").first()).toHaveText(/^353\sms$/);
      await expect(getPicker(page).locator("dl")).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
      await expectNoHorizontalScroll(page);
    });
  }
}

test("a gun without listed attachments has one line about it, which does not change the height", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/bf2042?tab=loadouts&edit=new&kit=assault&weapon=ak-24");
  await expect(getPrimarySlot(page)).toBeVisible();
  const release = await holdRequests(page, "**/api/trpc/*arsenal.weapon*kfs2000*");
  await pickFirst(page, "Primary weapon", "KFS2000");
  const group = page.getByRole("region", { name: "Primary", exact: true });
  await expect(group.getByText("Loading attachments")).toBeVisible();
  const heightBefore = (await group.boundingBox())?.height;
  release();
  await expect(group.getByText("No source lists its attachments.")).toBeVisible();
  expect((await group.boundingBox())?.height).toBe(heightBefore);
});

for (const [game, weapon] of [
  ["bf4", "AK-12"],
  ["bf2042", "AK-24"],
] as const) {
  test(`in ${game} the slots are shown while their parts are loading, and do not move afterwards`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const release = await holdRequests(page, "**/api/trpc/arsenal.weapon*");
    await open(page, `/${game}?tab=loadouts&edit=new&kit=assault&weapon=${weapon.toLowerCase()}`);
    await expect(getPrimarySlot(page)).toContainText(weapon);
    await expect(page.locator(`${FIGURES} dd`).first()).toContainText("loading");
    const kit = page.getByRole("radio", { name: "Support" });
    const getTop = () =>
      kit.evaluate((radio) => Math.round(radio.closest("fieldset")?.getBoundingClientRect().top ?? 0));
    const before = await getTop();
    release();
    await expect(getFirstTtk(page)).toHaveText(/^\d+\sms$/);
    await expect(page.getByRole("status").filter({ hasText: "Loading attachments" })).toHaveCount(0);
    expect(Math.abs((await getTop()) - before)).toBeLessThanOrEqual(8);
  });
}

test("figures that could not be loaded are an error with a retry, also without a network", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/bf4?tab=loadouts&edit=new&kit=assault&weapon=ak-12");
  await expect(getFirstTtk(page)).toHaveText(/^353\sms$/);
  await page.route("**/api/trpc/*arsenal.weapon*m416*", (route) => route.abort("internetdisconnected"));
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await pickFirst(page, "Primary weapon", "M416");
  const alert = page.locator(FIGURES).getByRole("alert");
  await expect(alert.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Primary", exact: true })).toContainText(
    "The attachments could not be loaded.",
  );
  await expect(page.locator(".dock")).toContainText("Stats not loaded");
  await expectNoHorizontalScroll(page);
  await page.unroute("**/api/trpc/*arsenal.weapon*m416*");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(getFirstTtk(page)).toHaveText(/^\d+\sms$/);
  await expect(alert).toHaveCount(0);
  await expect(page.locator(".dock")).not.toContainText("Stats not loaded");
});

test("the verdict is announced when the slider rests, not at each step", async ({ page }) => {
  await open(page, "/bf4?tab=loadouts&edit=new&kit=assault&weapon=ak-12");
  await expect(getFirstTtk(page)).toHaveText(/^353\sms$/);
  const announced = page.locator(`${FIGURES} [role=status]`).first();
  await expect(announced).toContainText("353 ms");
  const steps = await announced.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent ?? "")).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return texts;
  });
  const slider = page.locator(FIGURES).getByRole("slider", { name: "Range" });
  await slider.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("PageUp");
  await expect(announced).not.toContainText("353 ms");
  await expect(announced).toContainText((await getFirstTtk(page).textContent()) ?? "");
  expect(await steps.evaluate((texts) => texts.length)).toBe(1);
});

test("a bar leaves its height below a focused element", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The recon kit cannot carry an assault rifle, which adds a line to the bar.
  await open(page, "/bf4?tab=loadouts&edit=new&kit=recon&weapon=ak-12");
  await expect(page.locator(".dock")).toContainText("rule");
  const getSpace = () =>
    page.evaluate(() => {
      const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
      const bar = document.querySelector(".dock")?.getBoundingClientRect();
      return Number.parseFloat(scrollPaddingBottom) - (innerHeight - (bar?.bottom ?? 0)) - (bar?.height ?? 0);
    });
  await expect.poll(getSpace).toBeCloseTo(8, 0);
});

test("opening and leaving the editor moves the focus and changes the title, also by Back", async ({ page }) => {
  await saveLoadout(page, "Stairs");
  const heading = page.getByRole("heading", { name: "My loadouts" });
  const titles = page.getByRole("status").filter({ hasText: /Fieldlocker$/ });
  await page.getByRole("button", { name: "All loadouts" }).press("Enter");
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle("Loadouts · Battlefield 4 · Fieldlocker");
  await expect(titles).toHaveText("Loadouts · Battlefield 4 · Fieldlocker");

  await page.getByRole("button", { name: "New loadout" }).press("Enter");
  await expect(getLoadoutName(page)).toBeFocused();
  await expect(page).toHaveTitle("Loadout editor · Battlefield 4 · Fieldlocker");
  await expect(titles).toHaveText("Loadout editor · Battlefield 4 · Fieldlocker");
  await page.goBack();
  await expect(heading).toBeFocused();
  await page.goForward();
  await expect(getLoadoutName(page)).toBeFocused();
  await page.goBack();

  // From a card, and back to it.
  await getCard(page, "Stairs").press("Enter");
  await expect(getLoadoutName(page)).toBeFocused();
  await page.goBack();
  await expect(getCard(page, "Stairs")).toBeFocused();
  await chooseCardAction(page, "Stairs", "Edit");
  await expect(getLoadoutName(page)).toBeFocused();

  // A tab keeps the focus.
  await page.goBack();
  await expect(getCard(page, "Stairs")).toBeFocused();
  await page.getByRole("tab", { name: "Arsenal" }).click();
  await page.getByRole("tab", { name: "Loadouts" }).press("Enter");
  await expect(getCard(page, "Stairs")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Loadouts" })).toBeFocused();

  // Also if the editor was left by a tab instead of the way back to the card.
  await getCard(page, "Stairs").press("Enter");
  await expect(getLoadoutName(page)).toBeFocused();
  await page.getByRole("tab", { name: "Arsenal" }).click();
  await page.getByRole("tab", { name: "Loadouts" }).press("Enter");
  await expect(getCard(page, "Stairs")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Loadouts" })).toBeFocused();
});

test("deleting a loadout and its undo leave the focus on the heading", async ({ page }) => {
  await saveLoadout(page, "Gone");
  await page.getByRole("button", { name: "All loadouts" }).click();
  await getCard(page, "Gone").focus();
  await page.keyboard.press("Delete");
  await expect(getCard(page, "Gone")).toHaveCount(0);
  const heading = page.getByRole("heading", { name: "My loadouts" });
  await expect(heading).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(getCard(page, "Gone")).toBeVisible();
  await expect(heading).toBeFocused();
});

test("no focused element is covered at 400 % zoom, and at phone size", async ({ page }) => {
  for (const [width, height] of [
    [320, 256],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, "/bf4?tab=loadouts&edit=new&kit=assault&weapon=ak-12");
    await expect(getFirstTtk(page)).toBeVisible();
    await expectNoHorizontalScroll(page);
    await getLoadoutName(page).focus();
    for (let stop = 0; stop < 45; stop += 1) {
      await page.keyboard.press("Tab");
      const covered = await page.evaluate(describeCoveredFocus);
      expect.soft(covered, `stop ${stop} at ${width} × ${height}`).toBeNull();
    }
  }
});

/** Returns what covers the centre of the focused element; null if it is visible. */
function describeCoveredFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  // Hidden radio buttons are drawn by their labels.
  const shown = focused.matches("[type=radio]") ? (focused.closest("label") ?? focused) : focused;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  if (at && (shown.contains(at) || at.contains(shown))) return null;
  return `${shown.textContent || shown.outerHTML.slice(0, 80)} is behind ${at?.outerHTML.slice(0, 120) ?? "the edge of the window"}`;
}

test("the name in the heading is that of the draft, and a saved loadout can be renamed", async ({ page }) => {
  await saveLoadout(page, "Before");
  await nameLoadout(page, "After");
  await expect(getLoadoutName(page)).toHaveText("After");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  await page.reload();
  await expect(getLoadoutName(page)).toHaveText("After");
});
