// The ranking of weapons by distance, worked out in a worker.
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

test.describe("the ranking by distance", () => {
  test("tries every weapon the search leaves, and gives all the same luck", async ({ page, complaints }) => {
    await open(page, "/bf4?q=ace&acc=50");
    await page.getByRole("button", { name: "Ranking" }).click();
    await expect(page.getByRole("heading", { name: "Which weapon kills fastest at each distance?" })).toBeFocused();
    await expect(page).toHaveURL(/sweep=1/);
    await page.getByRole("button", { name: /^Rank \d+ weapons$/ }).click();
    const table = page.getByRole("table", { name: "Lowest mean TTK, by distance" });
    await expect(table.getByRole("row")).toHaveCount(10);
    await expect(page.getByLabel("Ranked class")).toHaveValue("assault-rifle");
    const first = await table.textContent();
    await page.getByRole("button", { name: /^Rank/ }).click();
    await expect(table).toHaveText(first ?? "");
    expect(complaints).toEqual([]);
    await expectNothingFound(page);
    await page.goBack();
    await expect(page.getByRole("table", { name: "Weapons" })).toBeVisible();
  });

  test("opens a weapon's details above the ranking", async ({ page }) => {
    await open(page, "/bf2042?class=lmg&sweep=1");
    await page.getByRole("button", { name: /^Rank/ }).click();
    const cell = page.getByRole("table", { name: "Lowest mean TTK, by distance" }).getByRole("button").first();
    const name = (await cell.textContent()) ?? "";
    await cell.click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.goBack();
    await expect(cell).toBeVisible();
    // What is set stays in another language, which is a page of its own.
    const headshots = page.getByRole("slider", { name: "Headshots" });
    await headshots.fill("35");
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(headshots).toHaveValue("35");
  });
});
