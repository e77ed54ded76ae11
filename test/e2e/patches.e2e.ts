// @weekly
// Battlefield 2042's figures at the patch the address names: the table, the drawer, the comparison.
import type { Page } from "@playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { openLockerAsGuest } from "./pages/locker.ts";
import { chooseIn, open, openFilters } from "./site.ts";

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** The drawer's figures, above what each source gives. */
const figures = (page: Page, name: string) => page.getByRole("dialog", { name }).locator("dl").first().locator("> div");

/** The one figure of the only row, in an arsenal with one column beside the name. */
async function expectCell(page: Page, search: string, name: string, text: string) {
  await open(page, `/bf2042?q=${encodeURIComponent(name)}&${search}`);
  await expect(row(page, name).getByRole("cell")).toHaveText(text);
}

/** Opens the self-contained link of the loadout in the editor; returns the notice that figures have changed. */
async function openItsLink(page: Page) {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Link that stores nothing on this site").click();
  await page.getByRole("button", { name: "Copy self-contained link" }).click();
  const link = await page.getByRole("textbox", { name: "Self-contained link" }).inputValue();
  await open(page, new URL(link).pathname + new URL(link).search);
  return page.getByRole("region", { name: "Figures have changed since" });
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
    const shots = figures(page, "NTW-50").filter({ hasText: "Shots to kill at 60 m" });
    await expect(shots).toContainText("1");
    await details.getByLabel("Ammunition", { exact: true }).first().selectOption("Anti-Materiel High Power");
    await expect(shots).toContainText("2");
  });

  test("AM40's reload is the same in the table and in the drawer, at both ends", async ({ page }) => {
    for (const patch of ["6.2.0", "9.2.0"]) {
      await expectCell(page, `patch=${patch}&cols=name,reload`, "AM40", "1.56 s");
      await open(page, `/bf2042?item=am40&patch=${patch}`);
      const reload = figures(page, "AM40").filter({ hasText: "Reload" });
      await expect(reload.filter({ hasText: "round left" })).toContainText("1.56");
      await expect(reload.filter({ hasText: "empty" })).toContainText("1.89");
    }
  });

  test("are chosen beside the table, and stay in the address; an unknown patch is the shown one", async ({ page }) => {
    await open(page, "/bf2042?q=G57&range=10&head=first&cols=name,shots&patch=1.0");
    await expect(row(page, "G57").getByRole("cell")).toHaveText("4");
    await openFilters(page);
    await chooseIn(page, "Patch", "6.2.0");
    await expect(row(page, "G57").getByRole("cell")).toHaveText("3");
    await expect(page).toHaveURL(/patch=6\.2\.0/);
    await page.getByRole("button", { name: "Remove patch:6.2.0" }).click();
    await expect(row(page, "G57").getByRole("cell")).toHaveText("4");
  });

  test("of a gun that the patch does not have are unknown", async ({ page }) => {
    await expectCell(page, "patch=6.2.0&cols=name,shots", "KFS2000", "—no public figure");
  });

  test("are a term of the search", async ({ page }) => {
    await open(page, "/bf2042?range=10&head=first&cols=name,shots");
    await page.getByRole("combobox", { name: "Search" }).fill("G57 patch:6.2.0 ");
    await expect(row(page, "G57").getByRole("cell")).toHaveText("3");
  });

  test("state beside the table that head multipliers are of an earlier record", async ({ page }) => {
    const note = page.getByText("Head multipliers are from patch 7.3.0");
    await open(page, "/bf2042?head=first");
    await expect(note).toBeVisible();
    await open(page, "/bf2042?head=first&patch=7.3.0");
    await expect(row(page, "G57")).toBeVisible();
    await expect(note).toBeHidden();
  });

  test("say where a gun's hits miss a kill by a fraction: 5 × 19.95 with the M16A3 and Type 4", async ({ page }) => {
    await open(page, "/bf2042?item=m16a3&patch=8.6.1&range=45");
    await page
      .getByRole("dialog", { name: "M16A3" })
      .getByLabel("Barrel", { exact: true })
      .first()
      .selectOption("Type 4");
    await expect(figures(page, "M16A3").filter({ hasText: "Shots to kill" })).toContainText("5 deal 99.75");
    const table = page.getByRole("dialog", { name: "M16A3" }).getByRole("table", { name: "Shots to kill" });
    await expect(table.getByText("5 deal 99.75").first()).toBeVisible();
  });

  test("name the earlier record a head multiplier is from", async ({ page }) => {
    await open(page, "/bf2042?item=ak-24&head=first");
    const shown = figures(page, "AK-24");
    const getMark = (figure: string) => shown.filter({ hasText: figure }).getByRole("button", { name: /7\.3\.0/ });
    await expect(getMark("Head multiplier")).toBeVisible();
    await expect(getMark("Shots to kill")).toBeVisible();
    await open(page, "/bf2042?item=ak-24&head=first&patch=7.2.0");
    await expect(getMark("Shots to kill")).toHaveCount(0);
  });

  test("mark every column, line and row computed with an earlier record's head multiplier", async ({ page }) => {
    await open(page, "/bf2042?item=ak-24");
    const details = page.getByRole("dialog", { name: "AK-24" });
    const heads = details.getByRole("table", { name: "Shots to kill" }).getByRole("columnheader");
    await expect(heads.filter({ hasText: "to head" })).toHaveText([/× of 7\.3\.0$/, /× of 7\.3\.0$/]);
    await expect(details.getByText(/^First hit to the head \(× of 7\.3\.0\)/)).toBeVisible();
    await open(page, "/bf2042?item=ak-24&patch=7.3.0");
    await expect(heads.filter({ hasText: "to head" })).toHaveText(["First to head", "All to head"]);
    await open(page, "/bf2042?cols=name,head");
    await expect(page.getByText("Head multipliers are from patch 7.3.0").first()).toBeVisible();
    await open(page, "/bf2042?cmp=ak-24,m5a3&compare=1&head=first");
    await expect(page.getByRole("row", { name: /^TTK/ }).getByText("7.3.0").first()).toBeVisible();
  });
});

test.describe("differences between records", () => {
  test("filter the table, and stand in the drawer", async ({ page }) => {
    await open(page, "/bf2042?changed=9.2.0&cols=name,shots");
    await expect(page.getByRole("status").filter({ hasText: "3 weapons" })).toBeVisible();
    await page.getByRole("link", { name: "GOL Sniper Magnum", exact: true }).click();
    const details = page.getByRole("dialog", { name: "GOL Sniper Magnum" });
    await expect(details.getByText("Recorded since 9.2.0 (1 Sept 2025); before that: 8.9.0")).toBeVisible();
    await expect(details.getByText("single-shot rate 55 → 36 rpm")).toBeVisible();
  });

  test("are a term of the search", async ({ page }) => {
    await open(page, "/bf2042");
    await page.getByRole("combobox", { name: "Search" }).fill("changed:9.2.0 ");
    await expect(page.getByRole("status").filter({ hasText: "3 weapons" })).toBeVisible();
  });

  test("are listed by record", async ({ page }) => {
    await open(page, "/bf2042?cat=changes");
    await expect(page.getByRole("heading", { name: "Changes" })).toBeVisible();
    await expect(page.getByText("Recorded for the first time").first()).toBeVisible();
  });
});

test("a slug of Battlefield 4's M26 counts twice to the head", async ({ page }) => {
  await open(page, "/bf4?item=m26-slug");
  await expect(figures(page, "M26 Slug").filter({ hasText: "Head multiplier" })).toContainText("× 2");
});

test("a Battlefield 4 weapon that fires bursts alone has a time to kill of at least so much", async ({ page }) => {
  await open(page, "/bf4?q=M16A4&cols=name,ttk");
  await expect(row(page, "M16A4").getByRole("cell")).toHaveText(/^≥ \d+ ms$/);
});

test.describe("a loadout", () => {
  test("is marked where its figures differ from its record, and no more once saved with today's", async ({ page }) => {
    const [id] = await openLockerAsGuest(page, [{ name: "Of old", game: "bf2042" }], "/bf2042?tab=loadouts");
    await expect(page.getByText(/^Figures changed: /)).toBeVisible();
    await open(page, `/bf2042?tab=loadouts&edit=${id}`);
    const notice = page.getByRole("region", { name: "Figures have changed since" });
    await expect(notice).toContainText("Made with the figures recorded for 6.2.0; shown are those of 9.2.0.");
    await expect(notice.getByRole("listitem").first()).toContainText("→");
    await expectNothingFound(page);
    await notice.getByRole("button", { name: "Show the figures of 6.2.0" }).click();
    await expect(page).toHaveURL(/patch=6\.2\.0/);
    await expect(notice).toBeHidden();
    await page.getByRole("combobox", { name: "Patch" }).selectOption("9.2.0");
    await notice.getByRole("button", { name: "Save with these figures" }).click();
    await expect(notice).toBeHidden();
    await page.getByRole("button", { name: "All loadouts" }).click();
    await expect(page.getByText("Of old")).toBeVisible();
    await expect(page.getByText(/^Figures changed: /)).toBeHidden();
  });

  test("is shared with the record it was made with", async ({ page }) => {
    const [id] = await openLockerAsGuest(page, [{ name: "Of old", game: "bf2042" }], "/bf2042?tab=loadouts");
    await open(page, `/bf2042?tab=loadouts&edit=${id}&patch=6.2.0`);
    const notice = await openItsLink(page);
    await expect(notice).toContainText("Made with the figures recorded for 6.2.0; shown are those of 9.2.0.");
    await expectNothingFound(page);
  });

  test("names what differs with a larger magazine, of which the sheet of 6.2.0 lists the rounds alone", async ({
    page,
  }) => {
    await open(page, "/bf2042?tab=loadouts&edit=new&weapon=ak-24&patch=6.2.0");
    await page.getByRole("button", { name: "Add ammunition to the primary" }).click();
    await page.getByRole("option", { name: /^Standard Issue \/ Drum/ }).click();
    const notice = await openItsLink(page);
    await expect(notice).toContainText("AK-24: damage 28 → 26 from 0 m");
  });

  test("shows the figures of the patch chosen in the editor", async ({ page }) => {
    await open(page, "/bf2042?tab=loadouts&edit=new&weapon=g57&patch=6.2.0");
    const pane = page.getByRole("region", { name: "Figures of this loadout" });
    await pane.getByRole("combobox", { name: "Weapon" }).selectOption("sidearm");
    await pane.getByRole("slider", { name: "Range" }).press("ArrowLeft");
    const damage = pane.locator("dl > div").filter({ hasText: "Damage" });
    await expect(damage).toContainText("28");
    await pane.getByRole("combobox", { name: "Patch" }).selectOption("9.2.0");
    await expect(damage).toContainText("24");
    await expect(page).not.toHaveURL(/patch=/);
  });
});
