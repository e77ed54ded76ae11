// @weekly
// Search over the whole site, by keyboard.
import type { Page } from "@playwright/test";
import { fill, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

async function openPalette(page: Page): Promise<void> {
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
}

test("finds a weapon, opens it, and has it first the next time", async ({ page }) => {
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("m98b battlefield 4");
  await expect(palette(page).getByRole("option").first()).toHaveText(/^M98B.*Battlefield 4$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/bf4?item=m98b");
  await expect(page.getByRole("dialog", { name: "M98B" })).toBeVisible();
  await open(page, "/");
  await openPalette(page);
  await expect(palette(page).getByRole("option").first()).toContainText("M98B");
});

test("chooses what fits best, whichever game's weapons come first", async ({ page }) => {
  await page.route(/arsenal\.list.*bf4/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("m98b battlefield 4");
  const best = palette(page).getByRole("option").first();
  await expect(best).toHaveText(/^M98B.*Battlefield 4$/);
  await expect(best).toHaveAttribute("aria-selected", "true");
});

test("names the era of guns of the same name", async ({ page }) => {
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("m1911");
  const options = palette(page).getByRole("option", { name: /^M1911/ });
  await expect(options).toHaveCount(5);
  const texts = await options.allTextContents();
  expect(new Set(texts).size).toBe(texts.length);
  await expect(options.filter({ hasText: "Portal BC2" })).toHaveCount(1);
});

test("Tab keeps to the game of the page", async ({ page }) => {
  await open(page, "/bf2042");
  await openPalette(page);
  await page.keyboard.type("m1");
  await expect(palette(page).getByRole("option").filter({ hasText: "Battlefield 4" }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(palette(page).getByRole("option").filter({ hasText: "Battlefield 4" })).toHaveCount(0);
  await expect(palette(page).getByRole("option").filter({ hasText: "Battlefield 2042" }).first()).toBeVisible();
});

test("finds the user's own loadouts, and reports when nothing matches", async ({ page }) => {
  await signInAsGuest(page);
  await fill(page, [{ name: "Quarry watch" }]);
  await open(page, "/");
  await openPalette(page);
  await page.keyboard.type("quarry");
  await palette(page)
    .getByRole("option", { name: /^Quarry watch/ })
    .click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Quarry watch");
  await openPalette(page);
  await page.keyboard.type("qqxxzz");
  await expect(palette(page).getByText("Nothing matches “qqxxzz”.")).toBeVisible();
});

test("does things, and gives focus back when it is left", async ({ page }) => {
  await open(page, "/bf4");
  const button = page.getByRole("banner").getByRole("button", { name: "Search" });
  await button.click();
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await openPalette(page);
  await page.keyboard.type("light theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await openPalette(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page)).toHaveCount(0);
});

test("switched off, its key does nothing and its button still opens it", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("palette", "off"));
  await open(page, "/");
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(palette(page)).toHaveCount(1);
});

test("is accessible in both themes, and fits a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "/bf4");
  await openPalette(page);
  await expectNothingFound(page);
  await page.keyboard.type("ak");
  await expect(
    palette(page)
      .getByRole("option", { name: /^AK-12/ })
      .first(),
  ).toBeVisible();
  await expectNothingFound(page);
  await expectNoSidewaysScroll(page);
});

for (const [platform, keys] of [
  ["Win32", "Ctrl K"],
  ["MacIntel", "⌘K"],
] as const) {
  test(`shows the keys that open it on ${platform}, where there is room`, async ({ page }) => {
    await page.addInitScript((name) => Object.defineProperty(navigator, "platform", { get: () => name }), platform);
    const hint = page.getByRole("banner").locator(`kbd[data-keys="${keys}"]`);
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, "/");
    await expect(hint).toBeVisible();
    // Beside the name of the active platoon there is none on a tablet.
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(hint).toBeHidden();
  });
}
