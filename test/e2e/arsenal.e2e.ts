import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { chooseOption, holdRequests, open, openFilters } from "./site.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const getNames = (page: Page) => page.getByRole("rowheader").getByRole("link");

test.describe("the arsenal", () => {
  test("is searched by words, which are stored in the address", async ({ page }) => {
    await open(page, "/bf4");
    await page.locator("html[data-keys]").waitFor({ state: "attached" });
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox", { name: "Search weapons" })).toBeFocused();
    await page.keyboard.type("lmg mg4");
    await expect(getNames(page)).toHaveText(["MG4"]);
    await expect(page).toHaveURL(/\?q=lmg(\+|%20)mg4$/);
    await page.reload();
    await expect(getNames(page)).toHaveText(["MG4"]);
  });

  test("is filtered by class and kit, and shows the count", async ({ page }) => {
    await open(page, "/bf4");
    // A choice is lost if it is made before hydration.
    await expect(async () => {
      await page.getByLabel("Class", { exact: true }).selectOption("Sniper rifles");
      await expect(page).toHaveURL(/class=sniper-rifle/, { timeout: 1000 });
    }).toPass();
    await openFilters(page);
    await page.getByLabel("Soldier class", { exact: true }).selectOption("Recon");
    await expect(page).toHaveURL(/class=sniper-rifle&kit=recon/);
    // The rows are updated with low priority.
    await expect(async () => {
      const count = await getNames(page).count();
      expect(count).toBeGreaterThan(5);
      await expect(page.getByRole("status").filter({ hasText: `${count} weapons listed` })).toBeAttached({
        timeout: 500,
      });
    }).toPass({ timeout: 10_000 });
  });

  test("is sorted by a column, in both directions, with unknown figures last", async ({ page }) => {
    await open(page, "/bf4");
    await page.getByRole("button", { name: /^RPM/ }).click();
    const header = page.getByRole("columnheader", { name: /RPM/ });
    await expect(header).toHaveAttribute("aria-sort", /^(ascending|descending)$/);
    const first = (await header.getAttribute("aria-sort")) ?? "";
    await page.getByRole("button", { name: /^RPM/ }).click();
    await expect(header).not.toHaveAttribute("aria-sort", first);
    await expect(page.getByRole("row").last()).toContainText("not public");
  });

  test("shows a weapon's figures at the chosen range", async ({ page }) => {
    await open(page, "/bf2042?q=AK-24");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "AK-24", exact: true }) });
    await page.getByRole("slider", { name: "Range" }).fill("5");
    await expect(row).toContainText("4");
    await expect(row).toContainText("267 ms");
    await page.getByRole("slider", { name: "Range" }).fill("100");
    await expect(row).toContainText("445 ms");
  });

  test("offers to remove search terms that match nothing", async ({ page }) => {
    await open(page, "/bf4?q=railgun");
    await page.getByRole("button", { name: "Remove “railgun”" }).click();
    await expect(getNames(page)).toHaveCount(116);
  });

  test("is navigated by keyboard: arrow keys move, Enter opens a weapon, Escape closes it", async ({ page }) => {
    await open(page, "/bf4");
    await getNames(page).first().focus();
    await page.keyboard.press("ArrowDown");
    const second = getNames(page).nth(1);
    await expect(second).toBeFocused();
    const name = (await second.textContent()) ?? "";
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(second).toBeFocused();
  });

  test("opens a weapon as a history entry, which Back closes", async ({ page }) => {
    await open(page, "/bf4");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "AEK-971", exact: true }) });
    await expect(row.locator(".silhouette path").first()).toBeVisible();
    await page.getByRole("link", { name: "AEK-971", exact: true }).click();
    await expect(page).toHaveURL("/bf4?item=aek-971");
    await expect(page.getByRole("dialog").locator(".silhouette path").first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/bf4");
  });

  test("shows a weapon's figures with their sources, and its chart as a table", async ({ page }) => {
    await open(page, "/bf4?item=ak-12");
    const drawer = page.getByRole("dialog", { name: "AK-12" });
    await expect(drawer).toContainText("680 rpm");
    await drawer.getByRole("button", { name: "View as table" }).first().click();
    await expect(drawer.getByRole("table").first()).toBeVisible();
  });

  test("ignores invalid parameters in the address", async ({ page, browserErrors }) => {
    await open(page, "/bf4?tab=nonsense&class=spoon&range=-5&view=pie&sort=taste");
    await expect(getNames(page)).toHaveCount(116);
    expect(browserErrors).toEqual([]);
  });

  for (const [width, height, maxTop] of [
    [1440, 900, 260],
    [390, 844, 330],
  ] as const) {
    test(`shows the first weapon within the top ${maxTop} px of a window ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const game of ["/bf4", "/bf2042"]) {
        await open(page, game);
        const box = await page
          .getByRole("row")
          .filter({ has: page.getByRole("rowheader") })
          .first()
          .boundingBox();
        expect(box?.y).toBeLessThanOrEqual(maxTop);
      }
    });
  }

  test("adds a weapon to the comparison by a long press, and opens it by a tap", async ({ browser }) => {
    const phone = await browser.newContext(PHONE);
    const page = await phone.newPage();
    await open(page, "/bf4");
    const box = await getNames(page).first().boundingBox();
    if (!box) throw new Error("The first weapon has no box.");
    const [x, y] = [box.x + 10, box.y + 10];
    const touch = await phone.newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await expect(page.getByRole("region", { name: "Weapons to compare" })).toBeVisible();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.touchscreen.tap(x, y);
    await expect(page.getByRole("dialog")).toBeVisible();
    await phone.close();
  });

  test("opens the filters on a phone as a sheet with the count; Done closes it", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await open(page, "/bf4");
    await openFilters(page);
    const sheet = page.getByRole("group", { name: "Filters" });
    await sheet.getByLabel("Soldier class", { exact: true }).selectOption("Recon");
    await expect(sheet.getByText("60 weapons")).toBeVisible();
    const box = await sheet.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 664).toBe(true);
    await sheet.getByRole("button", { name: "Done" }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  });

  for (const path of ["/bf4", "/bf2042"]) {
    test(`${path} shows the first drawings together with their rows, before any script`, async ({
      page,
      browserErrors,
    }) => {
      const release = await holdRequests(page, "**/*.js");
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.locator("tbody tr").nth(17).locator(".silhouette path").first()).toBeVisible();
      release();
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
      await expect(page.locator("tbody tr").nth(60).locator(".silhouette path").first()).toBeAttached();
      expect(browserErrors, "hydration keeps the drawings").toEqual([]);
    });
  }

  for (const locale of ["en", "de"]) {
    test(`shows weapons on a phone in lines of at most 72 px: ${locale}`, async ({ browser }) => {
      const phone = await browser.newContext({ ...PHONE, locale });
      const page = await phone.newPage();
      for (const path of ["/bf4", "/bf2042", "/bf4?sort=ttk", "/bf2042?sort=ttk"]) {
        await open(page, path);
        await expect(page.locator("tbody tr:not(:has(th))")).toHaveCount(0);
        await expect(page.locator("tbody tr .silhouette path").nth(150)).toBeAttached();
        const lines = await page.locator("tbody tr:visible").evaluateAll((rows) =>
          rows.map((row) => {
            row.scrollIntoView({ block: "center" });
            const { height, left, right, top } = row.getBoundingClientRect();
            const compare = row.querySelector("button")?.getBoundingClientRect();
            const time = row.querySelector(".ttk");
            const strip = row.querySelector("td svg")?.getBoundingClientRect();
            const middle = document.elementFromPoint((left + right) / 2, top + height / 2);
            return {
              name: row.querySelector("a")?.textContent,
              height,
              target: Math.min(height, compare?.width ?? 0, compare?.height ?? 0),
              isComplete:
                middle !== null &&
                middle === row.querySelector("a") &&
                row.querySelector("th path") !== null &&
                (time?.getBoundingClientRect().width ?? 0) > 0 &&
                // A weapon without a time to kill has no strip.
                (!/\d/.test(time?.textContent ?? "") || (strip?.width ?? 0) > 64),
            };
          }),
        );
        expect(Math.max(...lines.map(({ height }) => height))).toBeLessThanOrEqual(72);
        expect(Math.min(...lines.map(({ target }) => target))).toBeGreaterThanOrEqual(44);
        expect(lines.filter(({ isComplete }) => !isComplete)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
      }
      await phone.close();
    });
  }

  test("is sorted on a phone by its headings and among the filters, and shows the figure that sorts", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE.viewport);
    await open(page, "/bf4");
    await page.getByRole("button", { name: /^TTK/ }).click();
    await expect(page.getByRole("columnheader", { name: "TTK", exact: true })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await openFilters(page);
    const sheet = page.getByRole("group", { name: "Filters" });
    await chooseOption(sheet, "Sort by", "Velocity");
    await sheet.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("columnheader", { name: "Velocity" })).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("row").nth(1).getByRole("cell").first()).toHaveText(/m\/s$/);
  });

  test("is compared on a phone by the buttons of its lines", async ({ page }) => {
    await page.setViewportSize(PHONE.viewport);
    await open(page, "/bf4");
    for (const name of ["AEK-971", "AK-12"]) await page.getByRole("button", { name: `Compare ${name}` }).click();
    await page.getByRole("region", { name: "Weapons to compare" }).getByRole("button", { name: "Versus (2)" }).click();
    await expect(page).toHaveURL(/versus=aek-971(,|%2C)ak-12/);
  });

  test("lists all weapons on a phone, which End reaches, and shows that its categories go on", async ({ page }) => {
    await page.setViewportSize(PHONE.viewport);
    await open(page, "/bf4");
    await expect(getNames(page)).toHaveCount(116);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000);
    const categories = page.getByRole("navigation", { name: "Catalogues" }).getByRole("list").first();
    await expect(categories).toHaveAttribute("data-hidden", "end");
    await getNames(page).first().focus();
    await page.keyboard.press("End");
    await expect(getNames(page).last()).toBeFocused();
    await categories.getByRole("link").last().click();
    await expect(categories).toHaveAttribute("data-hidden", "start");
  });

  test("shows the time to kill on a tablet, fades out at hidden columns, and scrolls to them by arrow keys", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await open(page, "/bf4");
    const ttk = await page.getByRole("columnheader", { name: "TTK", exact: true }).boundingBox();
    const frame = page.getByRole("region", { name: "Weapons", exact: true });
    await expect(frame).toHaveAttribute("data-hidden", "end");
    expect((ttk?.x ?? 0) + (ttk?.width ?? 0)).toBeLessThanOrEqual(700);
    const [short, long] = await Promise.all(
      ["M4", "ACE 21 CQB"].map((name) => getNames(page).getByText(name, { exact: true }).boundingBox()),
    );
    expect(long?.height, "a long name takes one line").toBe(short?.height);
    await frame.focus();
    await page.keyboard.press("ArrowRight");
    await expect(frame).toHaveAttribute("data-hidden", "start end");
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(frame).toHaveCount(0);
  });

  test("filters by class on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/bf2042");
    await page.getByLabel("Class", { exact: true }).selectOption("LMGs");
    await expect(page.getByRole("link", { name: "LCMG", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "AK-24", exact: true })).toBeHidden();
  });
});
