// @weekly
// The gallery shows every shared component in every state, in both themes, on a phone and in a wide window.
import { STORIES } from "#test/harness/ports.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";

for (const { theme, game, width } of [
  { theme: "dark", game: "bf2042", width: 390 },
  { theme: "light", game: "bf4", width: 1440 },
] as const) {
  test(`the gallery in the ${theme} theme at ${width} px has no errors, no sideways scroll and no axe violations`, async ({
    page,
    browserErrors,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${STORIES}?theme=${theme}&game=${game}`);
    await expect(page.getByRole("heading", { name: "ChartDrawing" })).toBeVisible();
    const busy = page.getByRole("button", { name: "Busy, its icon replaced" }).first();
    await expect(busy.locator("svg").filter({ visible: true })).toHaveCount(1);
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
    expect(browserErrors).toEqual([]);
  });
}

test("the gallery switches the theme and the accent, and stores both in its address", async ({ page }) => {
  await page.goto(STORIES);
  const root = page.locator("html");
  await expect(root).not.toHaveAttribute("data-theme");
  await page.getByRole("group", { name: "Theme" }).getByText("Light").click();
  await page.getByRole("group", { name: "Accent" }).getByText("BF4").click();
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect(root).toHaveAttribute("data-game", "bf4");
});

test("the overlays of the gallery have no axe violations", async ({ page, browserErrors }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${STORIES}?section=Overlays`);
  const overlays = page.getByRole("article").filter({ has: page.getByRole("heading", { name: /Dialog|Drawer/ }) });
  await expect(overlays).toHaveCount(4);
  const openers = overlays.getByRole("button");
  for (const opener of await openers.all()) {
    await opener.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoAxeViolations(page, "[role=dialog]");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect(browserErrors).toEqual([]);
});
