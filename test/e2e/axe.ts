// The accessibility rules that every screen must meet.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What of these levels can differ from theme to theme. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Like each other: the first sixteen of a list show the same as hundreds, of which each is measured against all. */
const MORE_OF_THE_SAME = ":is(tr, li):nth-child(n + 17)";

/** Everything in the dark theme, and what is of colours in the light one, too; of the whole page, or of what a selector finds. */
export async function expectNothingFound(page: Page, within = "html"): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const shortened = await page.evaluateHandle((rows) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${rows} { display: none !important }`);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, MORE_OF_THE_SAME);
  await expectNone(page, (axe) => axe.include(within).withTags(LEVELS));
  await page.emulateMedia({ colorScheme: "light" });
  await expectNone(page, (axe) => axe.include(within).withRules(OF_COLOURS));
  await shortened.evaluate((sheet) => sheet.replaceSync(""));
}

async function expectNone(page: Page, narrowed: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Colours in transition between two themes belong to neither, so wait until all animations have finished.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  // Pages have no frames, so axe does not need a second page to combine results; only violations are reported.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], selectors: false });
  const { violations } = await narrowed(axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** The page is no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}
