// Two to four builds side by side.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { openLockerAsGuest } from "./pages/locker.ts";
import { chooseOption, open, openScenario } from "./site.ts";

const FOUR = "/bf2042?versus=ak-24,m5a3,sfar-m-gl,ac-42";
const verdict = /wins \d+ of 100 at \d+ m\.|Dead even/;
const tray = (page: Page) => page.getByRole("region", { name: "Weapons to compare" });
const table = (page: Page) => page.getByRole("table", { name: "Stats side by side" });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
const heads = (page: Page) => table(page).getByRole("columnheader");

test.describe("Versus", () => {
  test("is opened from four chosen weapons as a step, and left by Back", async ({ page }) => {
    await open(page, "/bf4?class=assault-rifle");
    for (const name of ["AK-12", "AEK-971", "ACE 23", "FAMAS"])
      await page.getByRole("button", { name: `Compare ${name}`, exact: true }).click();
    await expect(tray(page)).toContainText("You can compare up to four.");
    await tray(page).getByRole("button", { name: "Versus (4)" }).click();
    await expect(page.getByRole("heading", { name: "Versus" })).toBeFocused();
    await expect(page).toHaveURL(/class=assault-rifle&versus=ak-12%2Caek-971%2Cace-23%2Cfamas$/);
    await expect(heads(page)).toContainText(["Stat", "AK-12", "AEK-971", "ACE 23", "FAMAS"]);
    await expect(page.locator("main .silhouette:has(path)")).toHaveCount(4);
    await page.goBack();
    await expect(table(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Versus (4)" })).toBeFocused();
  });

  test("is opened and left by keyboard alone", async ({ page }) => {
    await open(page, "/bf2042");
    await page.getByRole("rowheader").getByRole("link").first().focus();
    await page.keyboard.press("c");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    const start = tray(page).getByRole("button", { name: "Versus (2)" });
    // At once, before the address holds the choice: Escape must still lead back to it.
    await start.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Versus" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(start).toBeFocused();
  });

  test("opened by a link leads back to the list with its weapons chosen", async ({ page }) => {
    await open(page, "/bf2042?versus=ak-24:6KU,m5a3");
    await page.getByRole("button", { name: "Back to all weapons" }).click();
    await expect(tray(page).getByRole("listitem")).toContainText(["AK-24", "M5A3"]);
    await expect(page).toHaveURL("/bf2042?cmp=ak-24%2Cm5a3");
  });

  test.describe("by an earlier link", () => {
    test("of a duel has its builds and its scenario", async ({ page }) => {
      await open(page, "/bf2042?duel=ak-24:6KU,m5a3,40,60,20");
      await expect(page.getByText(verdict)).toContainText("at 40 m.");
      await expect(page.getByLabel("Barrel", { exact: true }).first()).toHaveValue("6KU");
      await expect(page.getByRole("button", { name: "60 % hit rate · 20 % of hits to the head" })).toBeVisible();
      await page.getByRole("slider", { name: "Range" }).fill("50");
      await expect(page).toHaveURL("/bf2042?range=50&hit=60&head=20&versus=ak-24%3A6KU%2Cm5a3");
    });

    test("of a comparison has its weapons", async ({ page }) => {
      await open(page, "/bf4?cmp=ak-12,scar-h&compare=1&range=10");
      await expect(heads(page)).toContainText(["Stat", "AK-12", "SCAR-H"]);
    });
  });

  test("names the winner, and is one link", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "/bf4?versus=ak-12,m39-emr&range=10&hit=60");
    await expect(page.getByText("AK-12 wins")).toBeVisible();
    await page.getByRole("slider", { name: "Range" }).fill("100");
    await expect(page.getByText("at 100 m.").first()).toBeVisible();
    const shown = await page.getByText(verdict).first().textContent();
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/bf4\?range=100&hit=60&versus=ak-12%2Cm39-emr$/);
    await open(page, new URL(link).pathname + new URL(link).search);
    await expect(page.getByText(verdict)).toHaveText(shown ?? "");
  });

  test("shows one time to kill in its verdict, its chart and its table", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,aek-971&range=25&hit=40&head=10");
    const time = (await row(page, "TTK").getByRole("cell").first().textContent())?.replace("best", "") ?? "";
    expect(time).toMatch(/^\d+ ms$/);
    await expect(page.getByText(`TTK ${time}`)).toBeVisible();
    await expect(page.getByRole("figure").nth(1).getByText(time)).toBeVisible();
    await page.getByRole("button", { name: "Back to all weapons" }).click();
    await page.getByRole("combobox", { name: "Search weapons" }).fill("AK-12");
    await expect(page.getByRole("row").filter({ hasText: "AK-12" }).first()).toContainText(time);
  });

  test("plays one fight to its end", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await open(page, "/bf4?versus=ak-12,aek-971&hit=40&head=10");
    const stage = page.getByRole("region", { name: "One fight" });
    await stage.getByRole("button", { name: "Fight", exact: true }).click();
    await expect(stage.getByRole("button", { name: "Fight again" })).toBeVisible();
    await expect(stage.getByText(/wins after \d+ ms: \d+ hits? in \d+ shots?|Both go down after/)).toBeVisible();
    await expect(stage.getByText("down", { exact: true }).first()).toBeVisible();
    await expectNoAxeViolations(page);
  });

  test("names the figure that is not public and prevents the fight", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,870-mcs");
    await expect(page.getByText("Not public: the damage and pellets of the 870 MCS")).toBeVisible();
    await page.getByRole("combobox", { name: "Weapon 2" }).fill("AEK");
    await page.keyboard.press("Enter");
    await expect(page.getByText(verdict)).toBeVisible();
  });

  test("names a build that the patch does not list, and head multipliers of an earlier one", async ({ page }) => {
    await open(page, "/bf2042?versus=mcs-880,ak-24&hit=40&patch=7.2.0");
    await expect(page.getByText("has no stats for the MCS-880 with these attachments")).toBeVisible();
    await open(page, "/bf2042?versus=ak-24,m5a3&hit=40&head=50");
    const note = page.getByText("Head multipliers are from patch 7.3.0");
    await expect(note).toBeVisible();
    await openScenario(page);
    await chooseOption(page, "Head hits", "None");
    await expect(note).toBeHidden();
  });

  test("names what its link has and the arsenal has not", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,railgun");
    await expect(page.getByRole("alert")).toHaveText("Not in the arsenal: railgun.");
    await expect(heads(page)).toContainText(["Stat", "AK-12"]);
    await expectNoAxeViolations(page);
  });

  test("shows what changes with the range, and which weapon is best", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,scar-h&range=10");
    await expect(row(page, "Shots to kill").getByRole("cell")).toHaveText(["5", "4best"]);
    await page.getByRole("slider", { name: "Range" }).fill("150");
    await expect(row(page, "Shots to kill").getByRole("cell")).toHaveText(["6", "5best"]);
    await expect(page).toHaveURL(/range=150/);
  });

  test("shows unknown figures in one line, and on request only what differs", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,scar-h");
    await expect(page.getByText(/^Not public for any of these: .*Recoil and Spread\.$/)).toBeVisible();
    await expect(row(page, "Pellets")).toBeVisible();
    await page.getByRole("switch", { name: "Only differences" }).click();
    await expect(row(page, "Pellets")).toHaveCount(0);
    await expect(row(page, "Shots to kill")).toBeVisible();
  });

  test("takes builds in, out and past each other", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,scar-h");
    await page.getByRole("combobox", { name: "Add a weapon or a loadout" }).click();
    await page.keyboard.type("famas");
    await page.keyboard.press("Enter");
    await expect(heads(page)).toContainText(["Stat", "AK-12", "SCAR-H", "FAMAS"]);
    await page.getByRole("button", { name: "Move FAMAS left" }).click();
    await expect(heads(page)).toContainText(["Stat", "AK-12", "FAMAS", "SCAR-H"]);
    await page.getByRole("button", { name: "Remove AK-12" }).click();
    await expect(heads(page)).toContainText(["Stat", "FAMAS", "SCAR-H"]);
    await expect(page).toHaveURL(/versus=famas%2Cscar-h/);
  });

  test("takes a loadout of mine with its barrel and ammunition", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Everyday", game: "bf2042" }], "/bf2042?tab=loadouts");
    await open(page, "/bf2042?versus=m5a3");
    const picker = page.getByRole("combobox", { name: "Add a weapon or a loadout" });
    await expect(picker).toBeFocused();
    await picker.click();
    await page.keyboard.type("Everyday");
    await page.getByRole("option", { name: /^Everyday/ }).click();
    await expect(heads(page)).toHaveCount(3);
    await expect(page.getByText(verdict)).toBeVisible();
  });

  test("of guns of 2042 has a barrel and an ammunition for each, of the same gun twice too", async ({ page }) => {
    await open(page, "/bf2042?versus=ak-24,ak-24");
    const damage = row(page, "Damage, max").getByRole("cell").first();
    const before = await damage.textContent();
    const barrel = page.getByLabel("Barrel", { exact: true }).first();
    await barrel.focus();
    await barrel.selectOption("6KU");
    await expect(damage).not.toHaveText(before ?? "");
    await expect(heads(page)).toContainText(["Stat", "AK-24 (6KU)", "AK-24 (Stock)"]);
    await expect(barrel).toBeFocused();
    await expect(page).toHaveURL(/versus=ak-24%3A6KU%2Cak-24/);
  });

  test("opens the details of a build with its parts, also by a link", async ({ page }) => {
    await open(page, "/bf2042?versus=ak-24:6KU,m5a3");
    await page.getByRole("button", { name: "Details of AK-24" }).click();
    const details = page.getByRole("dialog", { name: "AK-24" });
    // The second field of this name is the part whose handling is shown.
    const barrel = details.getByLabel("Barrel", { exact: true }).first();
    await expect(barrel).toHaveValue("6KU");
    await expect(page).toHaveURL(/item=ak-24%3A6KU/);
    await page.reload();
    await expect(barrel).toHaveValue("6KU");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Details of M5A3" }).click();
    await expect(page).toHaveURL(/item=m5a3$/);
  });

  test("announces the verdict when the range rests", async ({ page }) => {
    await open(page, "/bf4?versus=ak-12,m39-emr&range=10&hit=60");
    const announced = page.getByRole("status").filter({ hasText: verdict });
    await expect(page.getByText("AK-12 wins")).toBeVisible();
    await expect(announced).toHaveCount(0);
    await page.getByRole("slider", { name: "Range" }).fill("100");
    await expect(announced).toContainText("at 100 m.");
  });

  test("marks figures two sources give differently, and names each source once", async ({ page }) => {
    await open(page, "/bf4?versus=ace-23,ak-12");
    await expect(row(page, "Magazine").getByText("sources differ")).toBeVisible();
    await expect(row(page, "Sources").getByRole("cell").first().getByRole("button", { name: /2015/ })).toHaveCount(2);
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
    const second = heads(page).nth(2);
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
    const last = await heads(page).nth(4).boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(768);
    await expect(page.getByRole("region", { name: "Stats side by side" })).toHaveCount(0);
  });

  test("has nothing axe can find, in either theme", async ({ page }) => {
    await open(page, `${FOUR}&hit=40`);
    await expect(row(page, "9 of 10 kills within")).toBeVisible();
    await expectNoAxeViolations(page);
  });
});
