// @weekly
// The palette, which searches the whole site.

import type { Page } from "@playwright/test";
import { saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getLoadoutName } from "./pages/editor.ts";
import { open } from "./site.ts";

const getPalette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

async function openPalette(page: Page): Promise<void> {
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(getPalette(page).getByRole("combobox")).toBeFocused();
}

test("finds and opens a weapon, and lists it first the next time", async ({ page }) => {
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("m98b battlefield 4");
  await expect(getPalette(page).getByRole("option").first()).toHaveText(/^M98B.*Battlefield 4$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/bf4?item=m98b");
  await expect(page.getByRole("dialog", { name: "M98B" })).toBeVisible();
  await open(page, "/");
  await openPalette(page);
  await expect(getPalette(page).getByRole("option").first()).toContainText("M98B");
});

test("selects the best match, whichever game's weapons load first", async ({ page }) => {
  await page.route(/arsenal\.list.*bf4/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("m98b battlefield 4");
  const best = getPalette(page).getByRole("option").first();
  await expect(best).toHaveText(/^M98B.*Battlefield 4$/);
  await expect(best).toHaveAttribute("aria-selected", "true");
});

test("shows the era of guns with the same name", async ({ page }) => {
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("m1911");
  const options = getPalette(page).getByRole("option", { name: /^M1911/ });
  await expect(options).toHaveCount(5);
  const texts = await options.allTextContents();
  expect(new Set(texts).size).toBe(texts.length);
  await expect(options.filter({ hasText: "Portal BC2" })).toHaveCount(1);
});

test("Tab limits the search to the page's game", async ({ page }) => {
  await open(page, "/bf2042");
  await openPalette(page);
  await page.keyboard.type("m1");
  await expect(getPalette(page).getByRole("option").filter({ hasText: "Battlefield 4" }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(getPalette(page).getByRole("option").filter({ hasText: "Battlefield 4" })).toHaveCount(0);
  await expect(getPalette(page).getByRole("option").filter({ hasText: "Battlefield 2042" }).first()).toBeVisible();
});

test("finds the user's own loadouts, and reports when nothing matches", async ({ page }) => {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Quarry watch" }]);
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("quarry");
  await getPalette(page)
    .getByRole("option", { name: /^Quarry watch/ })
    .click();
  await expect(getLoadoutName(page)).toHaveText("Quarry watch");
  await openPalette(page);
  await page.keyboard.type("qqxxzz");
  await expect(getPalette(page).getByText("Nothing matches “qqxxzz”.")).toBeVisible();
});

test("runs commands, and restores the focus when it closes", async ({ page }) => {
  await open(page, "/bf4");
  const button = page.getByRole("banner").getByRole("button", { name: "Search" });
  await button.click();
  await expect(getPalette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await openPalette(page);
  await page.keyboard.type("light theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await openPalette(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(getPalette(page)).toHaveCount(0);
});

test("does not react to its key when switched off, but its button opens it", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("palette", "off"));
  await open(page, "/");
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(getPalette(page)).toHaveCount(1);
});

test("is accessible in both themes, and fits a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "/bf4");
  await openPalette(page);
  await expectNoAxeViolations(page);
  await page.keyboard.type("ak");
  await expect(
    getPalette(page)
      .getByRole("option", { name: /^AK-12/ })
      .first(),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
});

for (const [platform, keys] of [
  ["Win32", "Ctrl K"],
  ["MacIntel", "⌘K"],
] as const) {
  test(`shows its keyboard shortcut on ${platform} if there is space`, async ({ page }) => {
    await page.addInitScript((name) => Object.defineProperty(navigator, "platform", { get: () => name }), platform);
    const hint = page.getByRole("banner").locator(`kbd[data-keys="${keys}"]`);
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, "/");
    await expect(hint).toBeVisible();
    // On a tablet the hint is hidden, to leave space for the name of the active platoon.
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(hint).toBeHidden();
  });
}
