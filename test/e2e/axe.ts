// What every screen is held to, whoever can or cannot see it.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What of these levels can differ from theme to theme. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Everything in the dark theme, and what is of colours in the light one, too. */
export async function expectNothingFound(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNone(page, (axe) => axe.withTags(LEVELS));
  await page.emulateMedia({ colorScheme: "light" });
  await expectNone(page, (axe) => axe.withRules(OF_COLOURS));
}

async function expectNone(page: Page, narrowed: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Colours on their way from one theme to the other are nobody's.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await narrowed(new AxeBuilder({ page })).analyze();
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
