// @weekly
// The notices that ask for a sign-in after a session has ended.

import { getCard, saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { LONG_TIMEOUT, listStoredKeys } from "#test/e2e/pages/offline.ts";
import { expect, test } from "./browser-test.ts";
import { EXPIRED, getNotice, revokeElsewhere, showTab } from "./ended-session.ts";
import { createPerson, fillSignIn, getAccountButton, open, signUpAndIn } from "./site.ts";

test("a pending change asks for a sign-in on any screen, and is sent after it", async ({ page, context, browser }) => {
  const person = await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await open(page, "/bf4?tab=loadouts");
  await expect(getCard(page, "Alpha")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Actions for Alpha" }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(page.getByRole("list", { name: "Pin, folder and tags" })).toContainText("Not sent yet");
  await page.getByRole("tab", { name: "Arsenal" }).click();
  await expect(page.getByRole("table", { name: /weapons/i })).toBeVisible();
  await revokeElsewhere(browser, person);
  await context.setOffline(false);
  const signInNotice = page.getByText("1 change is saved on this device. Sign in to send.", { exact: true });
  await expect(signInNotice).toBeVisible(LONG_TIMEOUT);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fbf4/);
  await fillSignIn(page, person);
  await expect(getAccountButton(page, person.name)).toBeVisible();
  await expect(signInNotice).toHaveCount(0);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("list", { name: "Pin, folder and tags" })).toContainText("Pinned", LONG_TIMEOUT);
  await expect(page.getByText("Not sent yet")).toHaveCount(0, LONG_TIMEOUT);
});

test("the notice of an ended guest session explains the options without a password", async ({ page }) => {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await open(page, "/bf4?tab=loadouts");
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect.poll(() => listStoredKeys(page)).toContainEqual(expect.stringMatching(/^locker:/));
  await page.context().clearCookies();
  await showTab(page);
  await expect(page.getByText(EXPIRED, { exact: true })).toBeVisible();
  await expect(getNotice(page)).toContainText("A guest locker has no password");
  await expect(getNotice(page)).toContainText("sign in to an account or create one");
  await expect(getCard(page, "Alpha")).toBeVisible();
  await open(page, "/");
  await expect(getNotice(page)).toContainText("A guest locker has no password");
});
