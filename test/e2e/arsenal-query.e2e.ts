// The search field's language: typed terms, chips and controls say the same.
import type { Page } from "@playwright/test";
import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expect, test } from "./browser-test.ts";
import { chooseIn, open, openFilters } from "./site.ts";

const names = (page: Page) => page.getByRole("rowheader").getByRole("link");
const search = (page: Page) => page.getByRole("combobox", { name: "Search weapons" });
const chips = (page: Page) => page.getByRole("list", { name: "Terms in force" }).getByRole("listitem");

test.describe("the arsenal's search", () => {
  test("moves a control by a typed term, and leaves a chip that takes it back", async ({ page }) => {
    await open(page, "/bf4");
    await search(page).pressSequentially("class:lmg rpm:>700");
    await expect(page.getByLabel("Class", { exact: true })).toHaveValue("lmg");
    await expect(search(page)).toHaveValue("rpm:>700");
    await expect(chips(page)).toHaveText(["class:lmg", "rpm:>700"]);
    await expect(page).toHaveURL(/q=rpm%3A%3E700&class=lmg$/);
    await expect.poll(async () => (await names(page).allInnerTexts()).sort()).toEqual(["AWS", "M249", "MG4"]);
    await page.getByRole("button", { name: "Remove class:lmg" }).click();
    await expect(page.getByLabel("Class", { exact: true })).toHaveValue("");
    await expect.poll(() => names(page).count()).toBeGreaterThan(3);
  });

  test("shows the value of each control as a chip", async ({ page }) => {
    await open(page, "/bf4");
    await openFilters(page);
    await chooseIn(page, "Head hits", "First hit");
    await page.getByRole("slider", { name: "Hit rate" }).fill("40");
    await page.getByRole("slider", { name: "Range" }).fill("75");
    await expect(chips(page)).toHaveText(["range:75", "hs:first", "hit:40"]);
    await expect(page).toHaveURL(/range=75&hit=40&head=first$/);
  });

  test("compares figures at the chosen range", async ({ page }) => {
    await open(page, "/bf2042?q=ttk:<280&range=10");
    await expect(names(page).first()).toBeVisible();
    const near = await names(page).count();
    await page.getByRole("slider", { name: "Range" }).fill("150");
    await expect.poll(() => names(page).count()).toBeLessThan(near);
  });

  test("suggests a correction for an unknown term and searches without it", async ({ page }) => {
    await open(page, "/bf4");
    await search(page).fill("rmp:>700 mg4");
    await search(page).blur();
    await expect(page.getByRole("status").filter({ hasText: "rmp: is not known here" })).toContainText(
      "Did you mean rpm:?",
    );
    await expect(names(page)).toHaveText(["MG4"]);
  });

  test("completes terms and values: arrows choose, Enter takes, Escape closes", async ({ page }) => {
    await open(page, "/bf4");
    await search(page).pressSequentially("cl");
    const list = page.getByRole("listbox", { name: "Terms" });
    await expect(list.getByRole("option")).toHaveText([/^class:/]);
    await page.keyboard.press("ArrowDown");
    await expect(list.getByRole("option", { selected: true })).toHaveText(/^class:/);
    await page.keyboard.press("Enter");
    await expect(search(page)).toHaveValue("class:");
    await page.keyboard.type("lm");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Class", { exact: true })).toHaveValue("lmg");
    await expect(search(page)).toHaveValue("");
    await page.keyboard.type("rp");
    await expect(list).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(search(page)).toHaveValue("rp");
  });

  test("leaves the list alone while a term's key is being typed", async ({ page }) => {
    await open(page, "/bf4");
    await expect(names(page)).toHaveCount(116);
    const rows = page.getByRole("table", { name: "Weapons" });
    await rows.evaluate((table) => {
      const count = () => table.querySelectorAll("tbody tr:not([hidden])").length;
      table.dataset["fewest"] = String(count());
      new MutationObserver(() => {
        table.dataset["fewest"] = String(Math.min(count(), Number(table.dataset["fewest"])));
      }).observe(table, { subtree: true, attributeFilter: ["hidden"] });
    });
    await search(page).pressSequentially("class:", { delay: 60 });
    await page.getByRole("listbox", { name: "Terms" }).getByText("class:lmg").waitFor();
    await expect(rows).toHaveAttribute("data-fewest", "116");
    await page.keyboard.type("lmg");
    await expect.poll(() => names(page).count()).toBeLessThan(20);
  });

  test("completes attachments behind has:, in any of their words", async ({ page }) => {
    await open(page, "/bf4");
    await search(page).pressSequentially("has:heavy");
    const option = page.getByRole("listbox", { name: "Terms" }).getByRole("option", { name: 'has:"heavy barrel"' });
    await option.click();
    await expect(search(page)).toHaveValue('has:"heavy barrel" ');
    await expect(chips(page)).toHaveText(['has:"heavy barrel"']);
  });

  test("finds weapons by the attachments they offer", async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/arsenal\.partNames/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 768, height: 900 });
    await open(page, "/bf4?q=has:suppressor");
    await expect(page.getByText("Looking up attachments…")).toBeVisible();
    const columns = page.getByRole("button", { name: "Columns" });
    const before = await columns.boundingBox();
    held.resolve();
    await expect(page.getByText("Looking up attachments…")).toBeHidden();
    expect((await columns.boundingBox())?.y).toBe(before?.y);
    await open(page, "/bf4");
    const all = await names(page).count();
    await search(page).pressSequentially('has:"heavy barrel" class:lmg ');
    await expect(chips(page)).toHaveText(["class:lmg", 'has:"heavy barrel"']);
    await expect.poll(() => names(page).count()).toBeLessThan(all);
    expect(await names(page).count()).toBeGreaterThan(2);
  });

  test("offers to take back a comparison that leaves nothing", async ({ page }) => {
    await open(page, "/bf4?q=rpm:>5000");
    await expect(page.getByText("No weapon matches rpm:>5000.")).toBeVisible();
    await page.getByRole("button", { name: "Remove rpm:>5000" }).last().click();
    await expect(names(page)).toHaveCount(116);
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

  test("are sorted by at the distance chosen", async ({ page }) => {
    const sorted = async (range: number) => {
      await open(page, `/bf4?class=assault-rifle&sort=ttk&range=${range}`);
      await expect(names(page).first()).toBeVisible();
      return names(page).allTextContents();
    };
    const [near, far] = [await sorted(10), await sorted(75)];
    expect(new Set(near)).toEqual(new Set(far));
    expect(near).not.toEqual(far);
  });

  test("give the mean time to kill at a hit rate", async ({ page }) => {
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "AK-12", exact: true }) });
    // Five hits at 680 rounds a minute: (5 − 1) and (5 ÷ 0.5 − 1) × 60,000 ÷ 680.
    await open(page, "/bf4?q=AK-12&range=10");
    await expect(row).toContainText("353 ms");
    await open(page, "/bf4?q=AK-12&hit=50&range=10");
    await expect(row).toContainText("794 ms");
  });

  test("count the Defensive upgrade and the legs", async ({ page }) => {
    await open(page, "/bf4?q=M40A5&range=10&cols=name,shots");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "M40A5", exact: true }) });
    await expect(row.getByRole("cell")).toHaveText("1");
    await openFilters(page);
    await page.getByRole("switch", { name: "Defensive upgrade" }).click();
    await expect(row.getByRole("cell")).toHaveText("2");
    await chooseIn(page, "Other hits", "Legs or stomach");
    await expect(row.getByRole("cell")).toHaveText("2");
  });
});

test.describe("the arsenal with a soldier", () => {
  const weaponCalls = (page: Page) => {
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
    await search(page).pressSequentially("kills:>500 ");
    await expect(names(page)).toContainText(["ACE 23"]);
    await expect.poll(() => names(page).count()).toBeLessThan(10);
    await search(page).fill("");
    await search(page).pressSequentially("unl");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox", { name: "Terms" }).getByRole("option")).toHaveText([
      /^unlocked:yes/,
      /^unlocked:no/,
    ]);
    await page.keyboard.type("yes ");
    await expect(chips(page)).toHaveText(["unlocked:yes"]);
    await expect(page).toHaveURL(/unlocked=yes/);
    await expect(names(page).filter({ hasText: "AK-12" })).toHaveCount(1);
    // Nothing is known of how the ACE 23 stands: that is no match.
    await expect(names(page).filter({ hasText: "ACE 23" })).toHaveCount(0);
  });

  test("asks nothing for visitors and for people without one, and names what a term needs", async ({ page }) => {
    const calls = weaponCalls(page);
    await open(page, "/bf2042?q=kills:>5");
    await expect(page.getByText("kills: needs a soldier of yours.")).toBeVisible();
    await expect(names(page).first()).toBeVisible();
    await signInAsGuest(page);
    await open(page, "/bf2042?q=kills:>5");
    await expect(page.getByText("kills: needs a soldier of yours.")).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "My kills" })).toHaveCount(0);
    expect(calls).toEqual([]);
  });
});
