// @weekly
// The list of a user's sessions, and signing them out.
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { getAccountButton, open, type Person, signInElsewhere, signUpAndIn } from "./site.ts";

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";

const getDevices = (page: Page) => page.getByRole("listitem").filter({ hasText: "First seen" });

/** Signs in a user on two devices and opens the list on the first. */
async function signInOnTwoDevices(page: Page, browser: Browser): Promise<{ person: Person; phone: Page }> {
  const person = await signUpAndIn(page);
  const phone = await signInElsewhere(browser, person, PHONE);
  await open(page, "/account?tab=sessions");
  await expect(getDevices(page)).toHaveCount(2);
  return { person, phone };
}

async function expectSignedOut(page: Page): Promise<void> {
  await open(page, "/account");
  await expect(page.getByText("You need to sign in to access this page.")).toBeVisible();
}

test.describe("the list of devices", () => {
  test("starts with this device, and can sign out another one", async ({ page, browser }) => {
    const { person, phone } = await signInOnTwoDevices(page, browser);
    await expect(getDevices(page).first()).toContainText("This device");
    await expect(getDevices(page).last()).toContainText("Safari on iPhone");
    await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await expect(getDevices(page)).toHaveCount(1);
    await expectSignedOut(phone);
    await expect(getAccountButton(page, person.name)).toBeVisible();
    await phone.context().close();
  });

  test("reports that a device was already signed out", async ({ page, browser }) => {
    const { phone } = await signInOnTwoDevices(page, browser);
    await open(phone, "/account");
    await phone.getByRole("button", { name: "Sign out" }).click();
    await expect(phone.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await expect(getDevices(page).last().getByRole("alert")).toHaveText("That device is already signed out.");
    await phone.context().close();
  });

  test("can sign out all other devices at once", async ({ page, browser }) => {
    const { person, phone } = await signInOnTwoDevices(page, browser);
    await page.getByRole("button", { name: "Sign out other devices" }).click();
    await expect(getDevices(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Sign out other devices" })).toBeHidden();
    await expectSignedOut(phone);
    await expect(getAccountButton(page, person.name)).toBeVisible();
    await phone.context().close();
  });

  test("can sign out all devices including this one", async ({ page, browser }) => {
    const { phone } = await signInOnTwoDevices(page, browser);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await expectSignedOut(phone);
    await expectSignedOut(page);
    await phone.context().close();
  });

  test("can sign out this device", async ({ page }) => {
    await signUpAndIn(page);
    await open(page, "/account?tab=sessions");
    await getDevices(page).getByRole("button").click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await expectSignedOut(page);
  });
});

test("a failed session request does not count as signed out", async ({ page }) => {
  const person = await signUpAndIn(page);
  let isDown = true;
  await page.route("**/api/auth/get-session", (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()));
  await open(page, "/account");
  const menu = page.getByRole("banner").getByText("Can't reach your account");
  // The query is retried three times first.
  await expect(menu).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeHidden();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Can't reach your account.");
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(getAccountButton(page, person.name)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
});
