// A weapon's details: layers of sources, fire modes, parts and what they change.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const getDrawer = (page: Page, name: string) => page.getByRole("dialog", { name });

test.describe("a weapon's details", () => {
  test("open by a click on the row, step through the list by arrow keys, and return the focus to the last weapon's row", async ({
    page,
  }) => {
    await open(page, "/bf4?class=lmg");
    const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
    const names = await rows.getByRole("rowheader").getByRole("link").allTextContents();
    await rows.first().click();
    await expect(getDrawer(page, names[0] ?? "")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(getDrawer(page, names[1] ?? "")).toBeVisible();
    await page.getByRole("button", { name: "Next weapon" }).click();
    await expect(getDrawer(page, names[2] ?? "")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(getDrawer(page, names[1] ?? "")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rows.nth(1).getByRole("rowheader").getByRole("link")).toBeFocused();
    await expect(page).toHaveURL("/bf4?class=lmg");
  });

  test("open Versus, and are shared by a link", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "/bf4?item=ak-12");
    const details = getDrawer(page, "AK-12");
    await details.getByRole("button", { name: "Versus" }).click();
    await expect(page.getByRole("combobox", { name: "Add a weapon or a loadout" })).toBeFocused();
    await page.keyboard.type("aek");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/versus=ak-12%2Caek-971/);
    await page.goBack();
    await details.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText("Link copied").first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/bf4?");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("item=ak-12");
  });

  test("list each source once, with a letter at each figure from another source than the main one", async ({
    page,
  }) => {
    await open(page, "/bf4?item=ace-23");
    const details = getDrawer(page, "ACE 23");
    const line = details.getByRole("list", { name: "Sources" }).getByRole("listitem");
    await expect(line).toHaveText([
      /^Stats without a letter: .*Loadout tool's weapon file, no date, grade C$/,
      /^a.*Symthic figures of 24 Nov 2015, grade B$/,
      /^b.*Battlelog game data, 7 Apr 2015, grade A$/,
      /^c.*Symthic on damage multipliers, no date, grade B$/,
      /^d.*Hand-typed weapon table, no date, grade C$/,
    ]);
    const getFigure = (name: string) => details.locator("dl > div").filter({ hasText: name }).first();
    await expect(getFigure("Vertical recoil").getByRole("button")).toHaveCount(0);
    const mark = getFigure("Head multiplier").getByRole("button");
    await expect(mark).toHaveAccessibleName("Source c: Symthic on damage multipliers, no date, grade B");
    await mark.press("Enter");
    await expect(line.nth(3).getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    const title = page.getByRole("dialog", { name: "Source" }).getByText("Symthic on damage multipliers");
    // The titles of sources are English in every language of the site.
    await expect(title).toHaveAttribute("lang", "en");
  });

  test("show the source of the burst rate of fire", async ({ page }) => {
    await open(page, "/bf4?item=ak-12");
    const burst = getDrawer(page, "AK-12").locator("dl > div").filter({ hasText: "Rate of fire, burst" });
    await expect(burst.getByRole("button")).toHaveAccessibleName(/^Source [a-d]: Hand-typed weapon table/);
  });

  test("have no letters if all figures have the same source", async ({ page }) => {
    await open(page, "/bf2042?item=lynx");
    const details = getDrawer(page, "Lynx");
    await expect(details.getByRole("list", { name: "Source", exact: true }).getByRole("listitem")).toHaveText(
      /Weapon sheet 9\.2\.0, grade B$/,
    );
    await expect(details.getByRole("button", { name: /^Source / })).toHaveCount(0);
  });

  test("list the figures of each source", async ({ page }) => {
    await open(page, "/bf2042?item=ak-24");
    const layers = getDrawer(page, "AK-24")
      .getByRole("listitem")
      .filter({ has: page.getByRole("definition") });
    await expect(layers.filter({ hasText: "9.2.0" })).toContainText("674 rpm");
    await expect(layers.filter({ hasText: "Season 2" }).first()).toBeAttached();
  });

  test("show the burst rate of the weapon sheet, or that of Season 2 in its layer", async ({ page }) => {
    const bursts = getDrawer(page, "AK-24")
      .getByRole("table", { name: "Mean TTK by fire mode at 30 m" })
      .getByRole("row", { name: /Bursts/ });
    await open(page, "/bf2042?item=ak-24&hit=50");
    await expect(bursts).toContainText("425 rpm");
    await open(page, "/bf2042?item=ak-24&hit=50&patch=season-2");
    await expect(bursts).toContainText("899 rpm");
  });

  test("show the changes of the chosen attachments", async ({ page }) => {
    await open(page, "/bf2042?item=ak-24");
    const details = getDrawer(page, "AK-24");
    await details.getByLabel("Underbarrel").selectOption({ index: 1 });
    await details.getByLabel("Barrel", { exact: true }).last().selectOption({ index: 1 });
    await expect(
      details
        .getByRole("table", { name: "Handling changes" })
        .or(details.getByText(/^Not measured:/))
        .first(),
    ).toBeVisible();
  });

  test("show for Battlefield 4 the missing figures, the unlock, and the shots to kill to the legs and with the Defensive upgrade", async ({
    page,
  }) => {
    await open(page, "/bf4?item=aek-971");
    await expect(
      getDrawer(page, "AEK-971").getByText(/^Not public: .*Reload, empty\s· .*Recoil\s· Spread$/),
    ).toBeVisible();
    await open(page, "/bf4?item=ace-23");
    const details = getDrawer(page, "ACE 23");
    await expect(details.getByText("Assignment or award AS31")).toBeVisible();
    const shots = details.getByRole("table", { name: "Shots to kill" });
    await expect(shots.getByRole("columnheader")).toContainText([
      "Range",
      "Damage",
      "Body",
      "First to head",
      "All to head",
      "Legs or stomach",
      "Defensive",
    ]);
  });

  test("list the measured effects of Battlefield 4 parts, and the figures on the game's own screens", async ({
    page,
  }) => {
    await open(page, "/bf4?item=ace-23");
    const details = getDrawer(page, "ACE 23");
    await expect(details.locator("dl > div").filter({ hasText: "Vertical recoil" })).toContainText("first shot × 2.25");
    // The figures are listed by source; equal values of two sources are one entry.
    await expect(details.locator("dt").filter({ hasText: /^Recoil up, left, right$/ })).toBeAttached();
    await expect(
      details
        .locator("dt")
        .filter({ hasText: /^Reload, tactical$/ })
        .first(),
    ).toBeAttached();
    await expect(details.getByRole("listitem").filter({ hasText: /^36shown/ })).toHaveCount(1);
    await expect(details.locator("dl > div").filter({ hasText: "Ammunition" })).toContainText("5.56x45 NATO");
    await expect(details.locator("dl > div").filter({ hasText: "Accuracy" })).toContainText("50");
    await details
      .locator("summary")
      .filter({ hasText: /Barrel/ })
      .click();
    await expect(details.getByText("vertical recoil −10 %, spread per shot +12.5 %, 40 kills with it")).toBeVisible();
    await open(page, "/bf4?item=mare-s-leg");
    await expect(getDrawer(page, "Mare's Leg").getByText("Known: ACOG (4x) at 10 kills.")).toBeVisible();
  });

  test("have no axe violations in either theme", async ({ page }) => {
    await open(page, "/bf2042?class=dmr&item=ak-24&hit=50");
    await getDrawer(page, "AK-24").getByLabel("Underbarrel").selectOption({ index: 1 });
    await expectNoAxeViolations(page);
  });
});
