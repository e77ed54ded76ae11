// @rest
// Taking everything along, and leaving for good.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fill, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { accountButton, fillSignIn, mailedLink, open, signUpAndIn } from "./site.ts";

/** What the button that exports gives, read from the file. */
async function exported(page: Page): Promise<{ account: { email: string }; loadout: { name: string }[] }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export everything" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^fieldlocker-\d{4}-\d{2}-\d{2}\.json$/);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

async function deleteBy(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: words }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Export everything" })).toBeVisible();
  await dialog.getByLabel("Type the word delete").fill("no");
  await dialog.getByRole("button", { name: words }).click();
  // The browser's own word about the field stops it.
  await expect(dialog.getByLabel("Type the word delete")).toBeFocused();
  await dialog.getByLabel("Type the word delete").fill("delete");
  await dialog.getByRole("button", { name: words }).click();
}

test("an export is a file with the account and its loadouts", async ({ page }) => {
  const person = await signUpAndIn(page);
  await fill(page, [{ name: "Everyday" }]);
  await open(page, "/account?tab=data");
  const { account, loadout } = await exported(page);
  expect(account.email).toBe(person.email);
  expect(loadout.map(({ name }) => name)).toEqual(["Everyday"]);
});

test("an account is deleted once a mail has confirmed it", async ({ page }) => {
  const person = await signUpAndIn(page);
  await open(page, "/account?tab=data");
  await deleteBy(page, "Delete account");
  await expect(page.getByText(`Check your mail: open the link we sent to ${person.email}`)).toBeVisible();
  await page.reload();
  await expect(accountButton(page, person.name)).toBeVisible();
  const link = await mailedLink(person.email);
  await open(page, link);
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "your loadouts, folders and shared links" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove it" })).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await open(page, "/login");
  await fillSignIn(page, person);
  await expect(page.getByRole("alert")).toHaveText("E-mail or password is wrong.");
});

test("a guest takes the locker along, and deletes it at once", async ({ page }) => {
  await signInAsGuest(page);
  await fill(page, [{ name: "Of a guest" }]);
  await open(page, "/account");
  await expect(page.getByRole("main").getByRole("link", { name: "Create account" })).toBeVisible();
  expect((await exported(page)).loadout.map(({ name }) => name)).toEqual(["Of a guest"]);
  await deleteBy(page, "Delete guest locker");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByText("No loadouts yet.")).toBeVisible();
});
