// @weekly
// Two builds shooting at each other.
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const verdict = /wins \d+ of 100 at \d+ m\.|An even fight/;

test.describe("a duel", () => {
  test("is opened from two chosen weapons as a step, and left by Back", async ({ page }) => {
    await open(page, "/bf4?class=assault-rifle");
    for (const name of ["AK-12", "AEK-971"])
      await page.getByRole("button", { name: `Compare ${name}`, exact: true }).click();
    await page.getByRole("button", { name: "Duel" }).click();
    await expect(page.getByRole("heading", { name: "Duel" })).toBeFocused();
    await expect(page.getByText(verdict)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Compare (2)" })).toBeVisible();
  });

  test("takes the barrels and ammunition of a comparison along", async ({ page }) => {
    await open(page, "/bf2042?cmp=ak-24,m5a3&compare=1");
    await page.getByLabel("Barrel", { exact: true }).first().selectOption("6KU");
    await page.getByRole("button", { name: "Duel" }).click();
    await expect(page.getByLabel("Barrel", { exact: true }).first()).toHaveValue("6KU");
    await expect(page).toHaveURL(/duel=ak-24%3A6KU/);
  });

  test("is one link: range and chances are in the address", async ({ page }) => {
    await open(page, "/bf4?duel=ak-12,m39-emr,10,60,0");
    await expect(page.getByText("AK-12 wins")).toBeVisible();
    await page.getByRole("slider", { name: "Range" }).fill("100");
    await expect(page.getByText("at 100 m.")).toBeVisible();
    await expect(page).toHaveURL(/duel=ak-12%2Cm39-emr%2C100%2C60%2C0$/);
    const shown = await page.getByText(verdict).textContent();
    await page.reload();
    await expect(page.getByText(verdict)).toHaveText(shown ?? "");
  });

  test("plays one fight to its end", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await open(page, "/bf4?duel=ak-12,aek-971");
    const stage = page.getByRole("region", { name: "One fight" });
    await stage.getByRole("button", { name: "Fight", exact: true }).click();
    await expect(stage.getByRole("button", { name: "Fight again" })).toBeVisible();
    await expect(stage.getByText(/wins after \d+ ms: \d+ hits? in \d+ shots?|Both fall after/)).toBeVisible();
    await expect(stage.getByText("down", { exact: true }).first()).toBeVisible();
    await expectNothingFound(page);
  });

  test("names the figure that is not public and prevents the fight", async ({ page }) => {
    await open(page, "/bf4?duel=ak-12,870-mcs");
    await expect(page.getByText("No public figure for the damage and pellets of the 870 MCS")).toBeVisible();
    await page.getByRole("combobox", { name: "Right weapon" }).fill("AEK");
    await page.keyboard.press("Enter");
    await expect(page.getByText(verdict)).toBeVisible();
  });

  test("names a build that the patch does not list, and head multipliers of an earlier one", async ({ page }) => {
    await open(page, "/bf2042?duel=mcs-880,ak-24,25,40,10&patch=7.2.0");
    await expect(page.getByText("do not list the MCS-880 with these attachments")).toBeVisible();
    await open(page, "/bf2042?duel=ak-24,m5a3,25,40,50");
    const note = page.getByText("Head multipliers are from 7.3.0");
    await expect(note).toBeVisible();
    await page.getByRole("slider", { name: "Headshots" }).fill("0");
    await expect(note).toBeHidden();
  });

  test("with an unknown weapon leads back to the list", async ({ page }) => {
    await open(page, "/bf4?duel=ak-12,railgun");
    await expect(page.getByText("A weapon of this duel isn't in the arsenal.")).toBeVisible();
    await expectNothingFound(page);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("combobox", { name: "Search" })).toBeVisible();
  });
});
