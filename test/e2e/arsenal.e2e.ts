import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { open, openFilters } from "./site.ts";

const names = (page: Page) => page.getByRole("rowheader").getByRole("link");

test.describe("the arsenal", () => {
  test("is searched by words, and the address keeps them", async ({ page }) => {
    await open(page, "/bf4");
    await page.locator("html[data-keys]").waitFor({ state: "attached" });
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox", { name: "Search weapons" })).toBeFocused();
    await page.keyboard.type("lmg mg4");
    await expect(names(page)).toHaveText(["MG4"]);
    await expect(page).toHaveURL(/\?q=lmg(\+|%20)mg4$/);
    await page.reload();
    await expect(names(page)).toHaveText(["MG4"]);
  });

  test("is narrowed by class and kit, and shows the count", async ({ page }) => {
    await open(page, "/bf4");
    // What is chosen before React has taken over the list is lost.
    await expect(async () => {
      await page.getByLabel("Class", { exact: true }).selectOption("Sniper rifles");
      await expect(page).toHaveURL(/class=sniper-rifle/, { timeout: 1000 });
    }).toPass();
    await openFilters(page);
    await page.getByLabel("Kit", { exact: true }).selectOption("Recon");
    await expect(page).toHaveURL(/class=sniper-rifle&kit=recon/);
    // The rows follow the controls as soon as there is time.
    await expect(async () => {
      const count = await names(page).count();
      expect(count).toBeGreaterThan(5);
      await expect(page.getByRole("status").filter({ hasText: `${count} weapons listed` })).toBeAttached({
        timeout: 500,
      });
    }).toPass({ timeout: 10_000 });
  });

  test("is sorted by any column, unknown figures last", async ({ page }) => {
    await open(page, "/bf4");
    await page.getByRole("button", { name: /^RPM/ }).click();
    const header = page.getByRole("columnheader", { name: /RPM/ });
    await expect(header).toHaveAttribute("aria-sort", /^(ascending|descending)$/);
    const first = (await header.getAttribute("aria-sort")) ?? "";
    await page.getByRole("button", { name: /^RPM/ }).click();
    await expect(header).not.toHaveAttribute("aria-sort", first);
    await expect(page.getByRole("row").last()).toContainText("no public figure");
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
    await expect(names(page)).toHaveCount(116);
  });

  test("is walked by keyboard: arrows move, Enter opens, Escape comes back", async ({ page }) => {
    await open(page, "/bf4");
    await names(page).first().focus();
    await page.keyboard.press("ArrowDown");
    const second = names(page).nth(1);
    await expect(second).toBeFocused();
    const name = (await second.textContent()) ?? "";
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(second).toBeFocused();
  });

  test("opens a weapon as a step that Back takes away", async ({ page }) => {
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

  test("falls back silently when the address has invalid parameters", async ({ page, complaints }) => {
    await open(page, "/bf4?tab=nonsense&class=spoon&range=-5&view=pie&sort=taste");
    await expect(names(page)).toHaveCount(116);
    expect(complaints).toEqual([]);
  });

  for (const [width, height, maxTop] of [
    [1440, 900, 260],
    [390, 844, 330],
  ] as const) {
    test(`shows the first weapon in the upper part of a window ${width} px wide`, async ({ page }) => {
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

  test("takes a long press of a finger into the comparison, and a tap opens", async ({ browser }) => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await phone.newPage();
    await open(page, "/bf4");
    const box = await names(page).first().boundingBox();
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

  test("opens the filters of a phone as a sheet, with the count, until Done", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await open(page, "/bf4");
    await openFilters(page);
    const sheet = page.getByRole("group", { name: "Filters" });
    await sheet.getByLabel("Kit", { exact: true }).selectOption("Recon");
    await expect(sheet.getByText("60 weapons")).toBeVisible();
    const box = await sheet.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 664).toBe(true);
    await sheet.getByRole("button", { name: "Done" }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  });

  test("gives a phone a part of the list, and more on request, by arrow keys and to the browser's search", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/bf4");
    await expect(names(page)).toHaveCount(30);
    await expect(page.getByRole("table", { name: "Weapons" })).toHaveAttribute("aria-rowcount", "117");
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000);
    await page.getByRole("button", { name: "Show 30 more" }).click();
    await expect(names(page)).toHaveCount(60);
    await page.reload();
    await expect(names(page)).toHaveCount(60);
    // `hidden="until-found"` lets the browser's find-in-page reveal these rows (`beforematch`).
    await expect(page.locator('tr[hidden="until-found"]').last()).toContainText("Unica 6");
    await names(page).first().focus();
    await page.keyboard.press("End");
    await expect(names(page)).toHaveCount(116);
    await expect(names(page).last()).toBeFocused();
    await expect(page.getByRole("button", { name: /^Show/ })).toHaveCount(0);
  });

  test("shows the time to kill on a tablet, and fades where more columns follow, which arrow keys reach", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await open(page, "/bf4");
    const ttk = await page.getByRole("columnheader", { name: "TTK", exact: true }).boundingBox();
    const frame = page.getByRole("region", { name: "Weapons", exact: true });
    await expect(frame).toHaveAttribute("data-hidden", "end");
    expect((ttk?.x ?? 0) + (ttk?.width ?? 0)).toBeLessThanOrEqual(700);
    const [short, long] = await Promise.all(
      ["M4", "ACE 21 CQB"].map((name) => names(page).getByText(name, { exact: true }).boundingBox()),
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
