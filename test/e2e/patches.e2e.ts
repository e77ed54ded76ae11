// @weekly
// The figures of Battlefield 2042 at the patch of the address, in the table, the drawer and the comparison.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { openLockerAsGuest } from "./pages/locker.ts";
import { chooseOption, open, openScenario } from "./site.ts";

const getRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** Returns the figures at the top of the drawer. */
const getFigures = (page: Page, name: string) =>
  page.getByRole("dialog", { name }).locator("dl").first().locator("> div");

/** Opens the arsenal with one weapon and one column beside the name, and expects the cell's text. */
async function expectCell(page: Page, search: string, name: string, text: string) {
  await open(page, `/bf2042?q=${encodeURIComponent(name)}&${search}`);
  await expect(getRow(page, name).getByRole("cell")).toHaveText(text);
}

/** Opens the self-contained link of the loadout in the editor; returns the notice that figures have changed. */
async function openSharedLink(page: Page) {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Link with the loadout inside (nothing uploaded)").click();
  await page.getByRole("button", { name: "Copy self-contained link" }).click();
  const link = await page.getByRole("textbox", { name: "Self-contained link" }).inputValue();
  await open(page, new URL(link).pathname + new URL(link).search);
  const notice = page.getByRole("region", { name: "Stats have changed since" });
  await notice.getByText("Stats have changed since").click();
  return notice;
}

test.describe("the figures of a patch", () => {
  test("G57, first hit to the head at 10 m: 3 hits at 6.2.0, 4 at 9.2.0", async ({ page }) => {
    const terms = "range=10&head=first&cols=name,shots";
    await expectCell(page, `${terms}&patch=6.2.0`, "G57", "3");
    await expectCell(page, terms, "G57", "4");
  });

  test("12M Auto at 6.2.0: 1 hit at 15 m, 2 at 30 m, 3 at 55 m", async ({ page }) => {
    for (const [range, shots] of [
      ["15", "1"],
      ["30", "2"],
      ["55", "3"],
    ] as const)
      await expectCell(page, `patch=6.2.0&range=${range}&cols=name,shots`, "12M Auto", shots);
  });

  test("NTW-50 with High Power at 6.2.0: 2 hits at 60 m", async ({ page }) => {
    await open(page, "/bf2042?item=ntw-50&patch=6.2.0&range=60");
    const details = page.getByRole("dialog", { name: "NTW-50" });
    const shots = getFigures(page, "NTW-50").filter({ hasText: "Shots to kill at 60 m" });
    await expect(shots).toContainText("1");
    await details.getByLabel("Ammunition", { exact: true }).first().selectOption("Anti-Materiel High Power");
    await expect(shots).toContainText("2");
  });

  test("AM40's reload is the same in the table and in the drawer, at the oldest and the newest patch", async ({
    page,
  }) => {
    for (const patch of ["6.2.0", "9.2.0"]) {
      await expectCell(page, `patch=${patch}&cols=name,reload`, "AM40", "1.56 s");
      await open(page, `/bf2042?item=am40&patch=${patch}`);
      const reload = getFigures(page, "AM40").filter({ hasText: "Reload" });
      await expect(reload.filter({ hasText: "tactical" })).toContainText("1.56");
      await expect(reload.filter({ hasText: "empty" })).toContainText("1.89");
    }
  });

  test("are chosen beside the table and stored in the address, and an unknown patch shows the default", async ({
    page,
  }) => {
    await open(page, "/bf2042?q=G57&range=10&head=first&cols=name,shots&patch=1.0");
    await expect(getRow(page, "G57").getByRole("cell")).toHaveText("4");
    await openScenario(page);
    await chooseOption(page, "Patch", "6.2.0");
    await expect(getRow(page, "G57").getByRole("cell")).toHaveText("3");
    await expect(page).toHaveURL(/patch=6\.2\.0/);
    await page.getByRole("button", { name: "Remove patch:6.2.0" }).click();
    await expect(getRow(page, "G57").getByRole("cell")).toHaveText("4");
  });

  test("are unknown for a gun that the patch does not contain", async ({ page }) => {
    await expectCell(page, "patch=6.2.0&cols=name,shots", "KFS2000", "—not public");
  });

  test("can be chosen by a search term", async ({ page }) => {
    await open(page, "/bf2042?range=10&head=first&cols=name,shots");
    await page.getByRole("combobox", { name: "Search" }).fill("G57 patch:6.2.0 ");
    await expect(getRow(page, "G57").getByRole("cell")).toHaveText("3");
  });

  test("have a note beside the table if head multipliers are from an earlier record", async ({ page }) => {
    const note = page.getByText("Head multipliers are from patch 7.3.0");
    await open(page, "/bf2042?head=first");
    await expect(note).toBeVisible();
    await open(page, "/bf2042?head=first&patch=7.3.0");
    await expect(getRow(page, "G57")).toBeVisible();
    await expect(note).toBeHidden();
  });

  test("show if a gun's hits miss a kill by a fraction: 5 × 19.95 with the M16A3 and Type 4", async ({ page }) => {
    await open(page, "/bf2042?item=m16a3&patch=8.6.1&range=45");
    await page
      .getByRole("dialog", { name: "M16A3" })
      .getByLabel("Barrel", { exact: true })
      .first()
      .selectOption("Type 4");
    await expect(getFigures(page, "M16A3").filter({ hasText: "Shots to kill" })).toContainText("5 deal 99.75");
    const table = page.getByRole("dialog", { name: "M16A3" }).getByRole("table", { name: "Shots to kill" });
    await expect(table.getByText("5 deal 99.75").first()).toBeVisible();
  });

  test("name the earlier record that a head multiplier is from", async ({ page }) => {
    await open(page, "/bf2042?item=ak-24&head=first");
    const figures = getFigures(page, "AK-24");
    const getMark = (figure: string) => figures.filter({ hasText: figure }).getByRole("button", { name: /7\.3\.0/ });
    await expect(getMark("Head multiplier")).toBeVisible();
    await expect(getMark("Shots to kill")).toBeVisible();
    await open(page, "/bf2042?item=ak-24&head=first&patch=7.2.0");
    await expect(getMark("Shots to kill")).toHaveCount(0);
  });

  test("mark every column, line and row computed with an earlier record's head multiplier", async ({ page }) => {
    await open(page, "/bf2042?item=ak-24");
    const details = page.getByRole("dialog", { name: "AK-24" });
    const heads = details.getByRole("table", { name: "Shots to kill" }).getByRole("columnheader");
    await expect(heads.filter({ hasText: "to head" })).toHaveText([/× from 7\.3\.0$/, /× from 7\.3\.0$/]);
    await expect(details.getByText(/^First hit to the head \(× from 7\.3\.0\)/)).toBeVisible();
    await open(page, "/bf2042?item=ak-24&patch=7.3.0");
    await expect(heads.filter({ hasText: "to head" })).toHaveText(["First to head", "All to head"]);
    await open(page, "/bf2042?cols=name,head");
    await expect(page.getByText("Head multipliers are from patch 7.3.0").first()).toBeVisible();
    await open(page, "/bf2042?versus=ak-24,m5a3&head=first");
    await expect(
      page
        .getByRole("row", { name: /^Sources/ })
        .getByText("7.3.0")
        .first(),
    ).toBeVisible();
  });
});

test.describe("differences between records", () => {
  test("filter the table and are shown in the drawer", async ({ page }) => {
    await open(page, "/bf2042?changed=9.2.0&cols=name,shots");
    await expect(page.getByRole("status").filter({ hasText: "3 weapons" })).toBeVisible();
    await page.getByRole("link", { name: "GOL Sniper Magnum", exact: true }).click();
    const details = page.getByRole("dialog", { name: "GOL Sniper Magnum" });
    await expect(details.getByText("Listed since 9.2.0 (1 Sept 2025); before that: 8.9.0")).toBeVisible();
    await expect(details.getByText("single-shot rate 55 → 36 rpm")).toBeVisible();
  });

  test("can be used as a search term", async ({ page }) => {
    await open(page, "/bf2042");
    await page.getByRole("combobox", { name: "Search" }).fill("changed:9.2.0 ");
    await expect(page.getByRole("status").filter({ hasText: "3 weapons" })).toBeVisible();
  });

  test("are listed by record", async ({ page }) => {
    await open(page, "/bf2042?cat=changes");
    await expect(page.getByRole("heading", { name: "Changes" })).toBeVisible();
    await expect(page.getByText("Listed for the first time").first()).toBeVisible();
  });
});

test("the head multiplier of Battlefield 4's M26 slug is 2", async ({ page }) => {
  await open(page, "/bf4?item=m26-slug");
  await expect(getFigures(page, "M26 Slug").filter({ hasText: "Head multiplier" })).toContainText("× 2");
});

test("the TTK of a burst-only weapon of Battlefield 4 is shown as a minimum", async ({ page }) => {
  await open(page, "/bf4?q=M16A4&cols=name,ttk");
  await expect(getRow(page, "M16A4").getByRole("cell")).toHaveText(/^≥ \d+ ms$/);
});

test.describe("a loadout", () => {
  test("is marked if its figures have changed, until it is saved with the current ones", async ({ page }) => {
    const [id] = await openLockerAsGuest(page, [{ name: "Of old", game: "bf2042" }], "/bf2042?tab=loadouts");
    await expect(page.getByText(/^Stats changed: /)).toBeVisible();
    await open(page, `/bf2042?tab=loadouts&edit=${id}`);
    const notice = page.getByRole("region", { name: "Stats have changed since" });
    await expect(notice).toContainText("Made with the stats of 6.2.0; shown are those of 9.2.0.");
    await expect(notice.getByRole("listitem").first()).toContainText("→");
    await expectNoAxeViolations(page);
    await notice.getByRole("button", { name: "Show the stats of 6.2.0" }).click();
    await expect(page).toHaveURL(/patch=6\.2\.0/);
    await expect(notice).toBeHidden();
    await openScenario(page);
    await page.getByRole("combobox", { name: "Patch" }).selectOption("9.2.0");
    await notice.getByRole("button", { name: "Save with these stats" }).click();
    await expect(notice).toBeHidden();
    await page.getByRole("button", { name: "All loadouts" }).click();
    await expect(page.getByText("Of old")).toBeVisible();
    await expect(page.getByText(/^Stats changed: /)).toBeHidden();
  });

  test("is shared with the patch it was created with", async ({ page }) => {
    const [id] = await openLockerAsGuest(page, [{ name: "Of old", game: "bf2042" }], "/bf2042?tab=loadouts");
    await open(page, `/bf2042?tab=loadouts&edit=${id}&patch=6.2.0`);
    const notice = await openSharedLink(page);
    await expect(notice).toContainText("Made with the stats of 6.2.0; shown are those of 9.2.0.");
    await expectNoAxeViolations(page);
  });

  test("names changes of a larger magazine, for which the sheet of 6.2.0 lists only the rounds", async ({ page }) => {
    await open(page, "/bf2042?tab=loadouts&edit=new&weapon=ak-24&patch=6.2.0");
    await page.getByRole("button", { name: "Add ammunition to the primary" }).click();
    await page.getByRole("option", { name: /^Standard Issue \/ Drum/ }).click();
    const notice = await openSharedLink(page);
    await expect(notice).toContainText("AK-24: damage 28 → 26 from 0 m");
  });

  test("shows the figures of the patch chosen in the editor", async ({ page }) => {
    await open(page, "/bf2042?tab=loadouts&edit=new&weapon=g57&patch=6.2.0");
    const pane = page.getByRole("region", { name: "Stats of this loadout" });
    await pane.getByText("Sidearm", { exact: true }).click();
    await pane.getByRole("slider", { name: "Range" }).press("ArrowLeft");
    const damage = pane.locator("dl > div").filter({ hasText: "Damage" });
    await expect(damage).toContainText("28");
    await openScenario(pane);
    await pane.getByRole("combobox", { name: "Patch" }).selectOption("9.2.0");
    await expect(damage).toContainText("24");
    await expect(page).not.toHaveURL(/patch=/);
  });
});
