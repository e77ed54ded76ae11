// @weekly
// The password and e-mail address of an account, and the confirmation of the user's identity for sensitive calls.
import type { Page } from "@playwright/test";
import { startOwnSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import {
  createPerson,
  fillSignUp,
  getAccountButton,
  open,
  signInElsewhere,
  signUpAndIn,
  signUpAt,
  waitForMailedLink,
} from "./site.ts";

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
const SET_SESSION_CREATED_AT = "UPDATE session SET createdAt = ?";
const getElevenMinutesAgo = () => new Date(Date.now() - 11 * 60_000).toISOString();

const getConfirmDialog = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" });

async function confirmWithPassword(page: Page, password: string): Promise<void> {
  await getConfirmDialog(page).getByLabel("Your password", { exact: true }).fill(password);
  await getConfirmDialog(page).getByRole("button", { name: "Confirm" }).click();
}

test.describe("a password", () => {
  test("that changes signs other devices out when asked", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    const phone = await signInElsewhere(browser, person, PHONE);
    await open(page, "/account?tab=security");
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New password", { exact: true }).fill("another pass phrase");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed.")).toBeVisible();
    await open(phone, "/account");
    await expect(phone.getByText("You need to sign in to access this page.")).toBeVisible();
    await phone.context().close();
  });

  test("is set by an account that has none", async ({ browser }) => {
    await using site = await startOwnSite();
    const { page } = await signUpAt(browser, site);
    site.sql("UPDATE account SET password = NULL, providerId = ?", "discord");
    await open(page, "/account?tab=security");
    await page.getByLabel("New password", { exact: true }).fill("a first pass phrase");
    await page.getByRole("button", { name: "Set a password" }).click();
    await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
    await page.context().close();
  });

  test("can be changed by keyboard alone, starting with the sign-in", async ({ page }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    await open(page, "/login?redirect=%2Faccount%3Ftab%3Dsecurity");
    await page.getByLabel("E-mail").focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Account" })).toBeFocused();
    await expect(page.getByLabel("Current password")).toBeVisible();
    // The tabs are one stop; arrows move among them.
    await page.keyboard.press("Tab");
    await expect(page.getByRole("tab", { name: "Security" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Current password")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Current password")).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
    await page.keyboard.type("another pass phrase");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Password changed.")).toBeVisible();
  });
});

test.describe("an e-mail address", () => {
  test("changes by a mail to the old one and then one to the new one", async ({ page }) => {
    const person = await signUpAndIn(page);
    const { email } = createPerson();
    await open(page, "/account?tab=security");
    await page.getByLabel("New e-mail").fill(email);
    await page.getByRole("button", { name: "Change e-mail" }).click();
    const pending = page.getByText(`Change to ${email} is pending until you click the link we sent to ${person.email}`);
    await expect(pending).toBeVisible();
    await page.reload();
    await expect(pending).toBeVisible();
    await open(page, await waitForMailedLink(person.email));
    await expect(page.getByRole("heading", { name: "Verify your e-mail" })).toBeVisible();
    await open(page, "/account?tab=security");
    await expect(page.getByText(`pending until you click the link we sent to ${email}`)).toBeVisible();
    await open(page, await waitForMailedLink(email));
    await expect(page.getByRole("heading", { name: "E-mail verified" })).toBeVisible();
    await open(page, "/account?tab=security");
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText("pending")).toHaveCount(0);
  });

  test("is not changed by the mail's link in a signed-out browser, which is asked to sign in", async ({ page }) => {
    const person = await signUpAndIn(page);
    await open(page, "/account?tab=security");
    await page.getByLabel("New e-mail").fill(createPerson().email);
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await expect(page.getByText("is pending until")).toBeVisible();
    await page.context().clearCookies();
    await open(page, await waitForMailedLink(person.email));
    await expect(page.getByText("Sign in here with the account this link is for, then open it again.")).toBeVisible();
  });

  test("whose link has expired is verified by a new link", async ({ page }) => {
    const person = createPerson();
    await open(page, "/login?mode=sign-up");
    await fillSignUp(page, person);
    await waitForMailedLink(person.email);
    await open(page, "/verify-email?error=token_expired");
    await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send a new one" }).click();
    await expect(page.getByText("If this account needs it, a new link is on its way.")).toBeVisible();
    await open(page, await waitForMailedLink(person.email));
    await expect(page.getByRole("heading", { name: "E-mail verified" })).toBeVisible();
  });

  test("that is the current one or belongs to another account is refused at its field", async ({ page }) => {
    const otherPerson = createPerson();
    await open(page, "/login?mode=sign-up");
    await fillSignUp(page, otherPerson);
    const person = await signUpAndIn(page);
    for (const address of [person.email, otherPerson.email]) {
      await open(page, "/account?tab=security");
      await page.getByLabel("New e-mail").fill(address);
      await page.getByRole("button", { name: "Change e-mail" }).click();
      await expect(page.getByText("Use another address.")).toBeVisible();
      await expect(page.getByLabel("New e-mail")).toBeFocused();
    }
  });
});

test.describe("where a fresh sign-in is asked for, Confirm it's you", () => {
  test("shows the devices after the sign-in, and the new session replaces the old one", async ({ browser }) => {
    await using site = await startOwnSite();
    const { page, person } = await signUpAt(browser, site);
    site.sql(SET_SESSION_CREATED_AT, getElevenMinutesAgo());
    await open(page, "/account?tab=sessions");
    await page.getByRole("button", { name: "Confirm it's you" }).click();
    await confirmWithPassword(page, "not the password");
    await expect(getConfirmDialog(page).getByRole("alert")).toHaveText("E-mail or password is wrong.");
    await confirmWithPassword(page, person.password);
    await expect(getConfirmDialog(page)).toBeHidden();
    await expect(page.getByRole("listitem").filter({ hasText: "First seen" })).toHaveCount(1);
    await expect(page.getByText("This device")).toBeVisible();
    await expect(getAccountButton(page, person.name)).toBeVisible();
    await page.context().close();
  });

  test("repeats the pending action, here a deletion, and does nothing when it is closed", async ({ browser }) => {
    await using site = await startOwnSite();
    const { page, person } = await signUpAt(browser, site);
    site.sql(SET_SESSION_CREATED_AT, getElevenMinutesAgo());
    await open(page, "/account?tab=data");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account?" });
    await dialog.getByLabel("Type the word delete").fill("delete");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await getConfirmDialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Confirm it's you to do this.");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await confirmWithPassword(page, person.password);
    await expect(page.getByText(`Check your mail: open the link we sent to ${person.email}`)).toBeVisible();
    await page.context().close();
  });
});
