// @rest
import type { Page } from "@playwright/test";
import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import { addSoldier, chooseAction, getHeader, getSnapshots, openSampleAsGuest } from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

async function expectFit(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectNoHorizontalScroll(page);
}

test.use({ viewport: { width: 320, height: 640 } });

test("the soldier section is accessible, and no wider than a small phone", async ({ page }) => {
  await signInAsGuest(page);
  await open(page, "/bf4?tab=soldier");
  await expect(page.getByRole("button", { name: "Show a sample" })).toBeVisible();
  await expectFit(page);
  await page.getByRole("button", { name: "Show a sample" }).click();
  await expect(getSnapshots(page)).toHaveCount(10);
  await expectFit(page);
  await page.getByText(/more stats/).click();
  await page.getByRole("button", { name: "View as table" }).click();
  await expectFit(page);
  await getSnapshots(page)
    .first()
    .getByRole("button", { name: /What changed/ })
    .click();
  await expect(page.getByRole("table", { name: "Changes: weapons" })).toBeVisible();
  await expectFit(page);
});

test("error states and the comparison of soldiers are accessible, and no wider than a small phone", async ({
  page,
}) => {
  await openSampleAsGuest(page, "bf4");
  await page.getByRole("button", { name: "Add a soldier" }).click();
  await page.getByLabel("Name in the game").fill("unknown");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText(/has no soldier called/)).toBeVisible();
  await expectFit(page);
  await page.getByRole("button", { name: /anyway$/ }).click();
  await expect(getHeader(page, "unknown").getByText(/has no soldier/)).toBeVisible();
  await addSoldier(page, "A_name_that_is_as_long_as_any_service_would_ever_allow_it_to_be");
  await expectFit(page);
  await chooseAction(
    page,
    "A_name_that_is_as_long_as_any_service_would_ever_allow_it_to_be",
    "Side by side with others",
  );
  await page.getByRole("checkbox", { name: "unknown" }).check();
  await expect(page.getByRole("table", { name: "Soldiers side by side" })).toBeVisible();
  await expectFit(page);
});

test("a wide page of Battlefield 2042 with items of a newer patch is accessible", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsGuest(page);
  await open(page, "/bf2042?tab=soldier");
  await addSoldier(page, "newer-patch");
  await expect(page.getByRole("button", { name: /^Show all/ })).toBeVisible();
  await expectFit(page);
});
