// What an address without a page of its own shows before its data is there.
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { holdRequests, open, signUpAndIn } from "./site.ts";

const DATA = "**/api/trpc/**";
/** From the first byte of the page on. */
const SOON = { timeout: 1000 };

/** Opens the address until the frame is there within a second: no visit of a busy machine is alone in judging. */
const visitUntilSoon = (page: Page, path: string): Promise<void> =>
  expect(async () => {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("banner")).toBeVisible(SOON);
  }).toPass({ timeout: 15_000 });

for (const path of ["/bf4?tab=loadouts", "/bf2042?q=ak"]) {
  test(`${path} shows its frame and a skeleton while the data is slow, and listens`, async ({ page }) => {
    const release = await holdRequests(page, DATA);
    await visitUntilSoon(page, path);
    await expect(page.getByRole("main").getByText("Loading the page")).toBeAttached(SOON);
    await expect(page.locator("html[data-ready]")).toBeAttached(SOON);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    release();
    await expect(page.getByRole("heading", { level: 1, name: "Battlefield" })).toBeVisible();
  });
}

test("the account shows its frame while the data is slow", async ({ page }) => {
  await signUpAndIn(page);
  const release = await holdRequests(page, DATA);
  await visitUntilSoon(page, "/account?tab=security");
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Loading").first()).toBeAttached();
  release();
  await expect(page.getByLabel("Current password")).toBeVisible();
});

test("the problem screen follows when the data cannot be had", async ({ page }) => {
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
