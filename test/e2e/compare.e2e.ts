// Up to four weapons side by side.
import type { Page } from "@playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const FOUR = "/bf2042?cmp=ak-24,m5a3,sfar-m-gl,ac-42&compare=1";
const tray = (page: Page) => page.getByRole("region", { name: "Weapons to compare" });
const table = (page: Page) => page.getByRole("table", { name: "Figures side by side" });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });

test.describe("a comparison", () => {
  test("of four is chosen by mouse, opened as a step, and left by Back", async ({ page }) => {
    await open(page, "/bf4?class=assault-rifle");
    for (const name of ["AK-12", "AEK-971", "ACE 23", "FAMAS"])
      await page.getByRole("button", { name: `Compare ${name}`, exact: true }).click();
    await expect(tray(page)).toContainText("You can compare up to four.");
    await tray(page).getByRole("button", { name: "Compare (4)" }).click();
    await expect(page.getByRole("heading", { name: "Comparison" })).toBeFocused();
    await expect(page).toHaveURL(/cmp=ak-12%2Caek-971%2Cace-23%2Cfamas&compare=1$/);
    await expect(table(page).getByRole("columnheader")).toContainText([
      "Figure",
      "AK-12",
      "AEK-971",
      "ACE 23",
      "FAMAS",
    ]);
    await expect(table(page).locator("thead .silhouette:has(path)")).toHaveCount(4);
    await expect(row(page, "Recoil").getByText("unknown")).toHaveCount(4);
    await page.goBack();
    await expect(table(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Compare (4)" })).toBeFocused();
  });

  test("of two is chosen and left by keyboard alone", async ({ page }) => {
    await open(page, "/bf2042");
    await page.getByRole("rowheader").getByRole("link").first().focus();
    await page.keyboard.press("c");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    const start = tray(page).getByRole("button", { name: "Compare (2)" });
    // At once, before the address holds the choice: Escape must still lead back to it.
    await start.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Comparison" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(start).toBeFocused();
  });

  test("shows what changes with the range, and which weapon is best", async ({ page }) => {
    await open(page, "/bf4?cmp=ak-12,scar-h&compare=1&range=10");
    await expect(row(page, "Shots to kill").getByRole("cell")).toHaveText(["5", "4best"]);
    await page.getByRole("slider", { name: "Range" }).fill("150");
    await expect(row(page, "Shots to kill").getByRole("cell")).toHaveText(["6", "5best"]);
    await expect(page).toHaveURL(/range=150/);
  });

  test("puts differing figures first, and on request shows no others", async ({ page }) => {
    await open(page, "/bf4?cmp=ak-12,scar-h&compare=1");
    await expect(row(page, "Spread")).toBeVisible();
    const all = await table(page).getByRole("row").count();
    await expect(table(page).getByRole("row").last()).toContainText("Spread");
    await page.getByRole("switch", { name: "Only differences" }).click();
    await expect.poll(() => table(page).getByRole("row").count()).toBeLessThan(all);
    await expect(row(page, "Spread")).toHaveCount(0);
  });

  test("takes weapons in, out and past each other", async ({ page }) => {
    await open(page, "/bf4?cmp=ak-12,scar-h&compare=1");
    await page.getByRole("combobox", { name: "Add a weapon" }).click();
    await page.keyboard.type("famas");
    await page.keyboard.press("Enter");
    const heads = table(page).getByRole("columnheader");
    await expect(heads).toContainText(["Figure", "AK-12", "SCAR-H", "FAMAS"]);
    await page.getByRole("button", { name: "Move FAMAS left" }).click();
    await expect(heads).toContainText(["Figure", "AK-12", "FAMAS", "SCAR-H"]);
    await page.getByRole("button", { name: "Remove AK-12" }).click();
    await expect(heads).toContainText(["Figure", "FAMAS", "SCAR-H"]);
    await expect(page).toHaveURL(/cmp=famas%2Cscar-h/);
  });

  test("of guns of 2042 has a barrel and an ammunition for each", async ({ page }) => {
    await open(page, FOUR);
    const damage = row(page, "Damage, max").getByRole("cell").first();
    const before = await damage.textContent();
    await row(page, "Build").getByLabel("Barrel").first().selectOption("6KU");
    await expect(damage).not.toHaveText(before ?? "");
  });

  test("marks figures two sources give differently", async ({ page }) => {
    await open(page, "/bf4?cmp=ace-23,ak-12&compare=1");
    await expect(row(page, "Magazine").getByText("sources differ")).toBeVisible();
  });

  test("shows its charts as tables", async ({ page }) => {
    await open(page, FOUR);
    await page.getByRole("button", { name: "View as table" }).first().click();
    await expect(page.getByRole("columnheader", { name: "Distance" })).toBeVisible();
  });

  test("is usable on a phone, and does not scroll the page sideways", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, FOUR);
    const label = page.getByRole("rowheader", { name: "TTK", exact: true });
    await label.scrollIntoViewIfNeeded();
    const left = (await label.boundingBox())?.x;
    const second = table(page).getByRole("columnheader").nth(2);
    const { x: before, width } = (await second.boundingBox()) ?? { x: 0, width: Number.NaN };
    expect(before + width).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Next weapon" }).click();
    await expect.poll(async () => (await second.boundingBox())?.x ?? 0).toBeLessThan(before - 100);
    expect((await label.boundingBox())?.x).toBe(left);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test("shows four weapons on a tablet, to the last edge", async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await open(page, FOUR);
    const last = await table(page).getByRole("columnheader").nth(4).boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(768);
    await expect(page.getByRole("region", { name: "Figures side by side" })).toHaveCount(0);
  });

  test("has nothing axe can find, in either theme", async ({ page }) => {
    await open(page, `${FOUR}&hit=40`);
    await expect(row(page, "9 of 10 fights within")).toBeVisible();
    await expectNothingFound(page);
  });
});
