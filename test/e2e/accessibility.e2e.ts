// Every screen in both themes: nothing that axe can find at level A or AA, and no sideways scroll on a small phone.
import AxeBuilder from "@axe-core/playwright";
import { SCREENS } from "#test/world/screens.ts";
import { expect, test } from "./browser-test.ts";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const [name, path] of Object.entries(SCREENS)) {
  test.describe(`${name}, ${path}`, () => {
    for (const colorScheme of ["dark", "light"] as const) {
      test(`is accessible in the ${colorScheme} theme`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(path, { waitUntil: "networkidle" });
        const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        expect(found).toEqual([]);
      });
    }

    test("does not scroll sideways at 320 px", async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path, { waitUntil: "networkidle" });
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      expect(scrollWidth).toBe(clientWidth);
    });
  });
}
