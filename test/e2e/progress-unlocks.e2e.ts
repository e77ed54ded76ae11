// The unlocks of Battlefield 2042 that a soldier has started: what counts, and the soldier's own count.

import { SAMPLE_SOLDIER_IDS } from "#domain/soldier/sample.ts";
import type { Language } from "#messages/languages.ts";
import { expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getNames } from "./pages/progress.ts";
import { open } from "./site.ts";

const TEXTS = {
  en: {
    list: "Unlocks",
    weapons: "Weapons",
    criterion: "Kills and assists · A-91 or AC-42",
    count: /^[\d,]+ ?or more so far/,
    target: "No public target · Your stats count only a part of this",
    unknown: "Not in your stats",
    search: "Search unlocks",
    distance: "Kills · DM7 · from 25 m or less",
  },
  de: {
    list: "Freischaltungen",
    weapons: "Waffen",
    criterion: "Kills und Assists · A-91 oder AC-42",
    count: /^[\d.]+ ?oder mehr bisher/,
    target: "Kein Zielwert öffentlich · Deine Statistiken zählen nur einen Teil davon",
    unknown: "Nicht in deinen Statistiken",
    search: "Freischaltungen suchen",
    distance: "Kills · DM7 · aus höchstens 25 m",
  },
} as const satisfies Partial<Record<Language, object>>;

for (const language of ["en", "de"] as const) {
  const texts = TEXTS[language];
  test(`progress lists the started unlocks of Battlefield 2042 with what counts, in ${language}`, async ({
    page,
    context,
    baseURL,
    browserErrors,
  }) => {
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    await open(page, `/bf2042?tab=progress&soldier=${SAMPLE_SOLDIER_IDS.bf2042}`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const list = page.getByRole("list", { name: texts.list, exact: true });
    const row = list.getByRole("listitem").filter({ hasText: texts.criterion }).first();
    await expect(row).toContainText(texts.target);
    await expect(row).toContainText(texts.weapons);
    await expect(row.getByText(texts.count)).toBeVisible();
    await expect(list.getByText(texts.unknown)).toHaveCount(0);
    await expectNoHorizontalScroll(page);

    // A search finds unlocks that the statistics do not count; it does not call them 0.
    await page.getByRole("searchbox", { name: texts.search }).fill("AC9");
    await expect(list.getByText(texts.distance)).toBeVisible();
    const unknown = list.getByRole("listitem").filter({ hasText: texts.distance });
    await expect(unknown).toContainText(texts.unknown);
    await expect(unknown).not.toContainText("0");
    expect(await getNames(page, texts.list)).toContain("AC9");
    expect(browserErrors).toEqual([]);
  });
}

test("an unlock of Battlefield 2042 opens its entry, which links to its weapon", async ({ page }) => {
  await open(page, `/bf2042?tab=progress&soldier=${SAMPLE_SOLDIER_IDS.bf2042}`);
  await page.getByRole("list", { name: "Unlocks", exact: true }).getByRole("link", { name: "A-91" }).first().click();
  const drawer = page.getByRole("dialog", { name: "A-91" });
  await expect(drawer.getByText("Kills and assists · A-91 or AC-42")).toBeVisible();
  await drawer.getByRole("link", { name: "A-91" }).click();
  await expect(page.getByRole("dialog", { name: "A-91" }).getByText("Kills and assists · A-91 or AC-42")).toBeVisible();
});
