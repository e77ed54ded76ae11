// @rest
// Exporting all data, and deleting the account.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { fillSignIn, getAccountButton, open, signUpAndIn, waitForMailedLink } from "./site.ts";

/** Exports everything; returns the content of the downloaded file. */
async function exportEverything(page: Page): Promise<{ account: { email: string }; loadout: { name: string }[] }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export everything" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^fieldlocker-\d{4}-\d{2}-\d{2}\.json$/);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

async function confirmDeletion(page: Page, buttonName: string): Promise<void> {
  await page.getByRole("button", { name: buttonName }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Export everything" })).toBeVisible();
  await dialog.getByLabel("Type the word delete").fill("no");
  await dialog.getByRole("button", { name: buttonName }).click();
  // The browser's own validation of the field prevents the submission.
  await expect(dialog.getByLabel("Type the word delete")).toBeFocused();
  await dialog.getByLabel("Type the word delete").fill("delete");
  await dialog.getByRole("button", { name: buttonName }).click();
}

test("an export is a file with the account and its loadouts", async ({ page }) => {
  const person = await signUpAndIn(page);
  await saveLoadouts(page, [{ name: "Everyday" }]);
  await open(page, "/account?tab=data");
  const { account, loadout } = await exportEverything(page);
  expect(account.email).toBe(person.email);
  expect(loadout.map(({ name }) => name)).toEqual(["Everyday"]);
});

test("an account is deleted once a mail has confirmed it", async ({ page }) => {
  const person = await signUpAndIn(page);
  await open(page, "/account?tab=data");
  await confirmDeletion(page, "Delete account");
  await expect(page.getByText(`Check your mail: open the link we sent to ${person.email}`)).toBeVisible();
  await page.reload();
  await expect(getAccountButton(page, person.name)).toBeVisible();
  const link = await waitForMailedLink(person.email);
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

test("a guest can export the locker, and delete it without a mail", async ({ page }) => {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Of a guest" }]);
  await open(page, "/account");
  await expect(page.getByRole("main").getByRole("link", { name: "Create account" })).toBeVisible();
  expect((await exportEverything(page)).loadout.map(({ name }) => name)).toEqual(["Of a guest"]);
  await confirmDeletion(page, "Delete guest locker");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByText("No loadouts yet.")).toBeVisible();
});
