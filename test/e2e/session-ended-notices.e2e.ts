// @weekly
// Who is asked to sign in when a session has ended, and in which words.

import { card, fill, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { PATIENCE, storedKeys } from "#test/e2e/pages/offline.ts";
import { expect, test } from "./browser-test.ts";
import { EXPIRED, lookAt, notice, revokeElsewhere } from "./ended-session.ts";
import { accountButton, fillSignIn, newPerson, open, signUpAndIn } from "./site.ts";

test("what waits asks for the sign-in on any screen, and is sent after it", async ({ page, context, browser }) => {
  const person = await signUpAndIn(page, { ...newPerson(), name: "Robin" });
  await fill(page, [{ name: "Alpha" }]);
  await open(page, "/bf4?tab=loadouts");
  await expect(card(page, "Alpha")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Actions for Alpha" }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(page.getByRole("list", { name: "Marks" })).toContainText("Not sent yet");
  await page.getByRole("tab", { name: "Arsenal" }).click();
  await expect(page.getByRole("table", { name: /weapons/i })).toBeVisible();
  await revokeElsewhere(browser, person);
  await context.setOffline(false);
  const ask = page.getByText("1 change is saved on this device. Sign in to send.", { exact: true });
  await expect(ask).toBeVisible(PATIENCE);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fbf4/);
  await fillSignIn(page, person);
  await expect(accountButton(page, person.name)).toBeVisible();
  await expect(ask).toHaveCount(0);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("list", { name: "Marks" })).toContainText("Pinned", PATIENCE);
  await expect(page.getByText("Not sent yet")).toHaveCount(0, PATIENCE);
});

test("an ended guest session explains what can be done without a password", async ({ page }) => {
  await signInAsGuest(page);
  await fill(page, [{ name: "Alpha" }]);
  await open(page, "/bf4?tab=loadouts");
  await expect(card(page, "Alpha")).toBeVisible();
  await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(/^locker:/));
  await page.context().clearCookies();
  await lookAt(page);
  await expect(page.getByText(EXPIRED, { exact: true })).toBeVisible();
  await expect(notice(page)).toContainText("A guest locker has no password");
  await expect(notice(page)).toContainText("sign in to an account or create one");
  await expect(card(page, "Alpha")).toBeVisible();
  await open(page, "/");
  await expect(notice(page)).toContainText("A guest locker has no password");
});
