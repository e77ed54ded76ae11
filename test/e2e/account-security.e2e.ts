// @weekly
// Password and e-mail of an account, and signing in again where a call asks for it.
import type { Page } from "@playwright/test";
import { ownSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import {
  accountButton,
  fillSignUp,
  mailedLink,
  newPerson,
  open,
  signedInAt,
  signInElsewhere,
  signUpAndIn,
} from "./site.ts";

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
const LONG_AGO = "UPDATE session SET createdAt = ?";
const ELEVEN_MINUTES_AGO = () => new Date(Date.now() - 11 * 60_000).toISOString();

const confirmDialog = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" });

async function confirm(page: Page, password: string): Promise<void> {
  await confirmDialog(page).getByLabel("Your password", { exact: true }).fill(password);
  await confirmDialog(page).getByRole("button", { name: "Confirm" }).click();
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
    await using site = await ownSite();
    const { page } = await signedInAt(browser, site);
    site.sql("UPDATE account SET password = NULL, providerId = ?", "discord");
    await open(page, "/account?tab=security");
    await page.getByLabel("New password", { exact: true }).fill("a first pass phrase");
    await page.getByRole("button", { name: "Set a password" }).click();
    await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
    await page.context().close();
  });

  test("changes by the keyboard alone, from signing in on", async ({ page }) => {
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
    const { email } = newPerson();
    await open(page, "/account?tab=security");
    await page.getByLabel("New e-mail").fill(email);
    await page.getByRole("button", { name: "Change e-mail" }).click();
    const pending = page.getByText(`Change to ${email} is pending until you click the link we sent to ${person.email}`);
    await expect(pending).toBeVisible();
    await page.reload();
    await expect(pending).toBeVisible();
    await open(page, await mailedLink(person.email));
    await expect(page.getByRole("heading", { name: "Verify your e-mail" })).toBeVisible();
    await open(page, "/account?tab=security");
    await expect(page.getByText(`pending until you click the link we sent to ${email}`)).toBeVisible();
    await open(page, await mailedLink(email));
    await expect(page.getByRole("heading", { name: "E-mail verified" })).toBeVisible();
    await open(page, "/account?tab=security");
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText("pending")).toHaveCount(0);
  });

  test("is not changed by the mail's link in a signed-out browser, which is asked to sign in", async ({ page }) => {
    const person = await signUpAndIn(page);
    await open(page, "/account?tab=security");
    await page.getByLabel("New e-mail").fill(newPerson().email);
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await expect(page.getByText("is pending until")).toBeVisible();
    await page.context().clearCookies();
    await open(page, await mailedLink(person.email));
    await expect(page.getByText("Sign in here with the account this link is for, then open it again.")).toBeVisible();
  });

  test("whose link has run out is verified by a new one", async ({ page }) => {
    const person = newPerson();
    await open(page, "/login?mode=sign-up");
    await fillSignUp(page, person);
    await mailedLink(person.email);
    await open(page, "/verify-email?error=token_expired");
    await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send a new one" }).click();
    await expect(page.getByText("If this account needs it, a new link is on its way.")).toBeVisible();
    await open(page, await mailedLink(person.email));
    await expect(page.getByRole("heading", { name: "E-mail verified" })).toBeVisible();
  });

  test("that is the present one, or another's, is refused at its field", async ({ page }) => {
    const other = newPerson();
    await open(page, "/login?mode=sign-up");
    await fillSignUp(page, other);
    const person = await signUpAndIn(page);
    for (const address of [person.email, other.email]) {
      await open(page, "/account?tab=security");
      await page.getByLabel("New e-mail").fill(address);
      await page.getByRole("button", { name: "Change e-mail" }).click();
      await expect(page.getByText("Use another address.")).toBeVisible();
      await expect(page.getByLabel("New e-mail")).toBeFocused();
    }
  });
});

test.describe("where a fresh sign-in is asked for, Confirm it's you", () => {
  test("shows the devices after it, and the new session takes the place of the old", async ({ browser }) => {
    await using site = await ownSite();
    const { page, person } = await signedInAt(browser, site);
    site.sql(LONG_AGO, ELEVEN_MINUTES_AGO());
    await open(page, "/account?tab=sessions");
    await page.getByRole("button", { name: "Confirm it's you" }).click();
    await confirm(page, "not the password");
    await expect(confirmDialog(page).getByRole("alert")).toHaveText("E-mail or password is wrong.");
    await confirm(page, person.password);
    await expect(confirmDialog(page)).toBeHidden();
    await expect(page.getByRole("listitem").filter({ hasText: "First seen" })).toHaveCount(1);
    await expect(page.getByText("This device")).toBeVisible();
    await expect(accountButton(page, person.name)).toBeVisible();
    await page.context().close();
  });

  test("repeats the pending action, here a deletion, and does nothing when it is closed", async ({ browser }) => {
    await using site = await ownSite();
    const { page, person } = await signedInAt(browser, site);
    site.sql(LONG_AGO, ELEVEN_MINUTES_AGO());
    await open(page, "/account?tab=data");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account?" });
    await dialog.getByLabel("Type the word delete").fill("delete");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await confirmDialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Confirm it's you to do this.");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await confirm(page, person.password);
    await expect(page.getByText(`Check your mail: open the link we sent to ${person.email}`)).toBeVisible();
    await page.context().close();
  });
});
