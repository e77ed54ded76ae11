// @weekly
// A select of the arsenal is native at first. On devices with a fine pointer the site's own select replaces it when the page is idle.
import type { Locator, Page, Route } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { getSiteSelect, open, openFilters } from "./site.ts";

/** Only the chunk of the site's own select contains it. */
const MARK = "data-scroll-button";
const CARDS = "/bf4?view=cards";

const getField = (page: Page) => page.getByRole("combobox", { name: "Sort by" });
const getNativeSelect = (page: Page) => page.locator("select").and(getField(page));

/** Passes requests for the select's chunk to the handler; other scripts load normally. */
async function routeSelectChunk(
  page: Page,
  handle: (route: Route, passThrough: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await page.route("**/assets/**/*.js", async (route) => {
    const response = await route.fetch();
    const pass = () => route.fulfill({ response });
    if ((await response.text()).includes(MARK)) await handle(route, pass);
    else await pass();
  });
}

async function getBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("The field has no box.");
  return box;
}

test.describe("a select that the first load does not include", () => {
  test("is replaced once the page is idle, and can be used by keyboard", async ({ page }) => {
    await open(page, CARDS);
    const siteSelect = getSiteSelect(page, "Sort by");
    // On a busy machine it is loaded after five seconds even without idle time.
    await expect(siteSelect).toHaveText("Class", { timeout: 15_000 });
    await siteSelect.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: "Class", exact: true })).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("option", { name: "Source", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(siteSelect).toBeFocused();
    await expect(siteSelect).toHaveText("Source");
    await expect(page).toHaveURL(/sort=source/);
  });

  test("keeps its place and size, and is not replaced while it has focus", async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await routeSelectChunk(page, async (_, pass) => {
      await released;
      await pass();
      arrive();
    });
    await open(page, CARDS);
    const boxBefore = await getBox(getNativeSelect(page));
    await getNativeSelect(page).focus();
    release();
    await arrived;
    await expect(getNativeSelect(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Reverse order" })).toBeFocused();
    await expect(getSiteSelect(page, "Sort by")).toHaveText("Class");
    expect(await getBox(getSiteSelect(page, "Sort by"))).toEqual(boxBefore);
  });

  test("stays native when its chunk cannot be loaded, and the page is not reloaded", async ({ page }) => {
    let failures = 0;
    await routeSelectChunk(page, async (route) => {
      failures += 1;
      await route.abort();
    });
    await open(page, CARDS);
    await page.evaluate("window.isFirstLoad = true");
    await getField(page).hover();
    await expect.poll(() => failures).toBeGreaterThan(0);
    await page.mouse.move(0, 0);
    await getField(page).hover();
    await getNativeSelect(page).selectOption("RPM");
    await expect(page).toHaveURL(/sort=rateOfFire/);
    expect(await page.evaluate("window.isFirstLoad")).toBe(true);
  });

  test.describe("on a touch device", () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

    test("stays native, and its chunk is not loaded", async ({ page }) => {
      let loads = 0;
      await routeSelectChunk(page, async (_, pass) => {
        loads += 1;
        await pass();
      });
      await page.goto(CARDS, { waitUntil: "networkidle" });
      // The page's own idle callback was requested earlier, so it runs before this one.
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 6000 })));
      await openFilters(page);
      await getNativeSelect(page).selectOption("RPM");
      await expect(page).toHaveURL(/sort=rateOfFire/);
      expect(loads).toBe(0);
    });
  });
});
