// The query language of the search field: typed terms, chips and controls stay in sync.
import type { Page } from "@playwright/test";
import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expect, test } from "./browser-test.ts";
import { chooseOption, open, openScenario } from "./site.ts";

const getNames = (page: Page) => page.getByRole("rowheader").getByRole("link");
const getSearch = (page: Page) => page.getByRole("combobox", { name: "Search weapons" });
const getChips = (page: Page) => page.getByRole("list", { name: "Active filters" }).getByRole("listitem");

test.describe("the arsenal's search", () => {
  test("sets a control by a typed term, and adds a chip that removes it", async ({ page }) => {
    await open(page, "/bf4");
    await getSearch(page).pressSequentially("class:lmg rpm:>700");
    await expect(page.getByLabel("Class", { exact: true })).toHaveValue("lmg");
    await expect(getSearch(page)).toHaveValue("rpm:>700");
    await expect(getChips(page)).toHaveText(["class:lmg", "rpm:>700"]);
    await expect(page).toHaveURL(/q=rpm%3A%3E700&class=lmg$/);
    await expect.poll(async () => (await getNames(page).allInnerTexts()).sort()).toEqual(["AWS", "M249", "MG4"]);
    await page.getByRole("button", { name: "Remove class:lmg" }).click();
    await expect(page.getByLabel("Class", { exact: true })).toHaveValue("");
    await expect.poll(() => getNames(page).count()).toBeGreaterThan(3);
  });

  test("shows the value of each control as a chip", async ({ page }) => {
    await open(page, "/bf4");
    await openScenario(page);
    await chooseOption(page, "Head hits", "First hit");
    await page.getByRole("slider", { name: "Hit rate" }).fill("40");
    await page.getByRole("slider", { name: "Range" }).fill("75");
    await expect(getChips(page)).toHaveText(["range:75", "hs:first", "hit:40"]);
    await expect(page).toHaveURL(/range=75&hit=40&head=first$/);
  });

  test("compares figures at the chosen range", async ({ page }) => {
    await open(page, "/bf2042?q=ttk:<280&range=10");
    await expect(getNames(page).first()).toBeVisible();
    const near = await getNames(page).count();
    await page.getByRole("slider", { name: "Range" }).fill("150");
    await expect.poll(() => getNames(page).count()).toBeLessThan(near);
  });

  test("suggests a correction for an unknown term and searches without it", async ({ page }) => {
    await open(page, "/bf4");
    await getSearch(page).fill("rmp:>700 mg4");
    await getSearch(page).blur();
    await expect(page.getByRole("status").filter({ hasText: "rmp: is not a filter here" })).toContainText(
      "Did you mean rpm:?",
    );
    await expect(getNames(page)).toHaveText(["MG4"]);
  });

  test("completes terms and values: arrow keys select, Enter accepts, Escape closes", async ({ page }) => {
    await open(page, "/bf4");
    await getSearch(page).pressSequentially("cl");
    const list = page.getByRole("listbox", { name: "Search filters" });
    await expect(list.getByRole("option")).toHaveText([/^class:/]);
    await page.keyboard.press("ArrowDown");
    await expect(list.getByRole("option", { selected: true })).toHaveText(/^class:/);
    await page.keyboard.press("Enter");
    await expect(getSearch(page)).toHaveValue("class:");
    await page.keyboard.type("lm");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Class", { exact: true })).toHaveValue("lmg");
    await expect(getSearch(page)).toHaveValue("");
    await page.keyboard.type("rp");
    await expect(list).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(getSearch(page)).toHaveValue("rp");
  });

  test("does not filter the list while a term's key is typed", async ({ page }) => {
    await open(page, "/bf4");
    await expect(getNames(page)).toHaveCount(116);
    const rows = page.getByRole("table", { name: "Weapons" });
    await rows.evaluate((table) => {
      const count = () => table.querySelectorAll("tbody tr:not([hidden])").length;
      table.dataset["fewest"] = String(count());
      new MutationObserver(() => {
        table.dataset["fewest"] = String(Math.min(count(), Number(table.dataset["fewest"])));
      }).observe(table, { subtree: true, attributeFilter: ["hidden"] });
    });
    await getSearch(page).pressSequentially("class:", { delay: 60 });
    await page.getByRole("listbox", { name: "Search filters" }).getByText("class:lmg").waitFor();
    await expect(rows).toHaveAttribute("data-fewest", "116");
    await page.keyboard.type("lmg");
    await expect.poll(() => getNames(page).count()).toBeLessThan(20);
  });

  test("completes attachments after has:, by any word of their names", async ({ page }) => {
    await open(page, "/bf4");
    await getSearch(page).pressSequentially("has:heavy");
    const option = page
      .getByRole("listbox", { name: "Search filters" })
      .getByRole("option", { name: 'has:"heavy barrel"' });
    await option.click();
    await expect(getSearch(page)).toHaveValue('has:"heavy barrel" ');
    await expect(getChips(page)).toHaveText(['has:"heavy barrel"']);
  });

  test("finds weapons by the attachments they offer", async ({ page }) => {
    const responseGate = Promise.withResolvers<void>();
    await page.route(/arsenal\.partNames/, async (route) => {
      await responseGate.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 768, height: 900 });
    await open(page, "/bf4?q=has:suppressor");
    await expect(page.getByText("Looking up attachments…")).toBeVisible();
    const columns = page.getByRole("button", { name: "Columns" });
    const before = await columns.boundingBox();
    responseGate.resolve();
    await expect(page.getByText("Looking up attachments…")).toBeHidden();
    expect((await columns.boundingBox())?.y).toBe(before?.y);
    await open(page, "/bf4");
    const all = await getNames(page).count();
    await getSearch(page).pressSequentially('has:"heavy barrel" class:lmg ');
    await expect(getChips(page)).toHaveText(["class:lmg", 'has:"heavy barrel"']);
    await expect.poll(() => getNames(page).count()).toBeLessThan(all);
    expect(await getNames(page).count()).toBeGreaterThan(2);
  });

  test("offers to remove a comparison that matches no weapon", async ({ page }) => {
    await open(page, "/bf4?q=rpm:>5000");
    await expect(page.getByText("No weapon matches rpm:>5000.")).toBeVisible();
    await page.getByRole("button", { name: "Remove rpm:>5000" }).last().click();
    await expect(getNames(page)).toHaveCount(116);
  });
});

test.describe("the arsenal's columns", () => {
  test("are chosen, stored in the address, and remembered in this browser", async ({ page }) => {
    await open(page, "/bf4?class=carbine");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Head ×" }).check();
    await page.getByRole("checkbox", { name: "Velocity" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();
    await expect(page.getByRole("columnheader", { name: "Head ×" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Velocity" })).toHaveCount(0);
    await expect(page).toHaveURL(/cols=name%2Cclass/);
    await open(page, "/bf4");
    await expect(page.getByRole("columnheader", { name: "Head ×" })).toBeVisible();
  });

  test("are sorted by their values at the chosen range", async ({ page }) => {
    const listSorted = async (range: number) => {
      await open(page, `/bf4?class=assault-rifle&sort=ttk&range=${range}`);
      await expect(getNames(page).first()).toBeVisible();
      return getNames(page).allTextContents();
    };
    const [near, far] = [await listSorted(10), await listSorted(75)];
    expect(new Set(near)).toEqual(new Set(far));
    expect(near).not.toEqual(far);
  });

  test("show the mean time to kill at the hit rate", async ({ page }) => {
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "AK-12", exact: true }) });
    // Five hits at 680 rounds a minute: (5 − 1) and (5 ÷ 0.5 − 1) × 60,000 ÷ 680.
    await open(page, "/bf4?q=AK-12&range=10");
    await expect(row).toContainText("353 ms");
    await open(page, "/bf4?q=AK-12&hit=50&range=10");
    await expect(row).toContainText("794 ms");
  });

  test("apply the Defensive upgrade and hits to the legs", async ({ page }) => {
    await open(page, "/bf4?q=M40A5&range=10&cols=name,shots");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "M40A5", exact: true }) });
    await expect(row.getByRole("cell")).toHaveText("1");
    await openScenario(page);
    await page.getByRole("switch", { name: "Defensive upgrade" }).click();
    await expect(row.getByRole("cell")).toHaveText("2");
    await chooseOption(page, "Other hits", "Legs or stomach");
    await expect(row.getByRole("cell")).toHaveText("2");
  });
});

test.describe("the arsenal with a soldier", () => {
  const recordWeaponCalls = (page: Page) => {
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("progress.weapons") && calls.push(request.url()));
    return calls;
  };

  test("shows the soldier's own figures, filters by them, and completes their terms", async ({ page }) => {
    await signInAsGuest(page);
    await addSample(page, "bf4");
    await open(page, "/bf4");
    await expect(page.getByRole("columnheader", { name: "My kills" })).toBeVisible({ timeout: 15_000 });
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "ACE 23", exact: true }) });
    await expect(row).toContainText("11 %");
    await getSearch(page).pressSequentially("kills:>500 ");
    await expect(getNames(page)).toContainText(["ACE 23"]);
    await expect.poll(() => getNames(page).count()).toBeLessThan(10);
    await getSearch(page).fill("");
    await getSearch(page).pressSequentially("unl");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox", { name: "Search filters" }).getByRole("option")).toHaveText([
      /^unlocked:yes/,
      /^unlocked:no/,
    ]);
    await page.keyboard.type("yes ");
    await expect(getChips(page)).toHaveText(["unlocked:yes"]);
    await expect(page).toHaveURL(/unlocked=yes/);
    await expect(getNames(page).filter({ hasText: "AK-12" })).toHaveCount(1);
    // The unlock state of the ACE 23 is unknown, so it does not match.
    await expect(getNames(page).filter({ hasText: "ACE 23" })).toHaveCount(0);
  });

  test("makes no calls for visitors and users without a soldier, and shows that a term needs one", async ({ page }) => {
    const calls = recordWeaponCalls(page);
    await open(page, "/bf2042?q=kills:>5");
    await expect(page.getByText("kills: works once you've added your soldier")).toBeVisible();
    await expect(getNames(page).first()).toBeVisible();
    await signInAsGuest(page);
    await open(page, "/bf2042?q=kills:>5");
    await expect(page.getByText("kills: works once you've added your soldier")).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "My kills" })).toHaveCount(0);
    expect(calls).toEqual([]);
  });
});
