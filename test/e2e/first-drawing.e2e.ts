// What pages show before their data has loaded, and while React takes over a prerendered page.
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { holdRequests, open, signUpAndIn } from "./site.ts";

const DATA = "**/api/trpc/**";
/** The maximum time from the first byte of the page. */
const WITHIN_A_SECOND = { timeout: 1000 };

/** Opens the address repeatedly until the frame is visible within a second, because a busy machine may delay single visits. */
const visitUntilSoon = (page: Page, path: string): Promise<void> =>
  expect(async () => {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("banner")).toBeVisible(WITHIN_A_SECOND);
  }).toPass({ timeout: 15_000 });

for (const path of ["/bf4?tab=loadouts", "/bf2042?q=ak"]) {
  test(`${path} shows its frame and a skeleton while the data is loading, and reacts to input`, async ({ page }) => {
    const release = await holdRequests(page, DATA);
    await visitUntilSoon(page, path);
    await expect(page.getByRole("main").getByText("Loading the page")).toBeAttached(WITHIN_A_SECOND);
    await expect(page.locator("html[data-ready]")).toBeAttached(WITHIN_A_SECOND);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    release();
    await expect(page.getByRole("heading", { level: 1, name: "Battlefield" })).toBeVisible();
  });
}

test("the account shows its frame while the data is loading", async ({ page }) => {
  await signUpAndIn(page);
  const release = await holdRequests(page, DATA);
  await visitUntilSoon(page, "/account?tab=security");
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Loading").first()).toBeAttached();
  release();
  await expect(page.getByLabel("Current password")).toBeVisible();
});

test("an error screen replaces the skeleton when the data cannot be loaded", async ({ page }) => {
  await page.route(DATA, (route) => route.abort());
  await page.clock.install();
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("main").getByText("Loading the page")).toBeAttached();
  for (let second = 0; second < 10 && !(await page.getByRole("alert").isVisible()); second += 1) {
    await page.clock.runFor(1000);
    await page.waitForTimeout(50);
  }
  await expect(page.getByRole("alert").getByRole("heading")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
});

for (const path of ["/", "/bf4", "/bf2042"]) {
  test(`React takes over the prerendered page of ${path} without rendering it anew`, async ({
    page,
    browserErrors,
  }) => {
    const session = await page.context().newCDPSession(page);
    // Parts of the page are taken over one after another, and data arrives in between.
    for (const rate of [1, 2, 4, 6]) {
      await session.send("Emulation.setCPUThrottlingRate", { rate });
      await open(page, path);
      await page.waitForLoadState("networkidle");
    }
    expect(browserErrors).toEqual([]);
  });
}
