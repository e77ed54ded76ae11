// The accessibility rules that every screen must meet.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Rules whose result can differ between themes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Hides list items after the sixteenth, which are similar to the others, because axe's time grows with their number. Bars at the edges of
 * the window would cover a part of what is scrolled behind them, which would then count as too small to press.
 */
const STYLES = `
  :is(tr, li):nth-child(n + 17) { display: none !important }
  .dock, .tabs-on-foot, header:has(> .page) { position: static !important }
`;

/** Expects no violation in the dark theme, and no violation of the rules about colours in the light theme, within the element of a selector. */
export async function expectNoAxeViolations(page: Page, selector = "html"): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // A screen reader would read a badge as a part of the heading.
  await expect(page.locator(":is(h1, h2, h3, h4) .tape")).toHaveCount(0);
  const sheet = await page.evaluateHandle((styles) => {
    const added = new CSSStyleSheet();
    added.replaceSync(styles);
    document.adoptedStyleSheets.push(added);
    return added;
  }, STYLES);
  await expectNoViolations(page, (axe) => axe.include(selector).withTags(LEVELS));
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page, (axe) => axe.include(selector).withRules(COLOUR_RULES));
  await sheet.evaluate((added) => added.replaceSync(""));
}

async function expectNoViolations(page: Page, configure: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Colours in transition between two themes belong to neither, so wait until all animations have finished.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  // Pages have no frames, so axe does not need a second page to combine results; only violations are reported.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], selectors: false });
  const { violations } = await configure(axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** Expects that the page is not wider than its window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}
