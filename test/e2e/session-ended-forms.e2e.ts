// @weekly
// Forms that are submitted after the session has ended lead to the sign-in and then restore their input.

import type { Page } from "@playwright/test";
import { saveLoadouts } from "#test/e2e/pages/locker.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expect, test } from "./browser-test.ts";
import { revokeElsewhere } from "./ended-session.ts";
import { getLoadoutName, nameLoadout } from "./pages/editor.ts";
import { createPerson, discardInput, fillSignIn, getAccountButton, open, signUpAndIn } from "./site.ts";

const FIRST_PASSWORD = "a long enough pass phrase";

const expectSignInPage = (page: Page) => expect(page).toHaveURL(/\/login\?redirect=/);

/** Returns the content of this browser's storages. */
const readStorages = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test.describe("an interrupting sign-in keeps", () => {
  test("a goal", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    const soldier = await addSample(page, "bf4");
    await open(page, `/bf4?tab=progress&list=goals&soldier=${soldier}`);
    await page.getByRole("button", { name: "Add a goal" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a goal" });
    await dialog.getByLabel("Stat", { exact: true }).selectOption("Kills");
    await dialog.getByLabel("Amount").fill("123456");
    await revokeElsewhere(browser, person);
    await dialog.getByRole("button", { name: "Set the goal" }).click();
    await expectSignInPage(page);
    await fillSignIn(page, person);
    await expect(dialog.getByLabel("Amount")).toHaveValue("123456");
    await expect(dialog.getByLabel("Stat", { exact: true })).toHaveValue("kills");
    await dialog.getByRole("button", { name: "Set the goal" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Open goals" })).toContainText("123,456");
    expect(await readStorages(page)).not.toContain("123456");
    await page.reload();
    await expect(page.getByRole("button", { name: "Add a goal" })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  test("figures typed by hand", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    await open(page, "/bf4?tab=soldier");
    await page.getByRole("button", { name: "Type stats by hand…" }).click();
    const add = page.getByRole("dialog", { name: "Add a soldier" });
    await add.getByLabel("Name in the game").fill("source-refused");
    await add.getByRole("button", { name: "Search" }).click();
    await add.getByRole("button", { name: /^Add .?source-refused/ }).click();
    const dialog = page.getByRole("dialog", { name: "Type stats by hand" });
    await dialog.getByLabel("Kills", { exact: true }).fill("300");
    await dialog.getByRole("combobox", { name: "Weapon" }).fill("ak-12");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Kills with it").fill("41");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByLabel("Deaths").fill("200");
    await revokeElsewhere(browser, person);
    await dialog.getByRole("button", { name: "Save as a snapshot" }).click();
    await expectSignInPage(page);
    await fillSignIn(page, person);
    await expect(dialog.getByLabel("Kills", { exact: true })).toHaveValue("300");
    await expect(dialog.getByLabel("Deaths")).toHaveValue("200");
    await expect(dialog.getByText("41 kills")).toBeVisible();
    await dialog.getByRole("button", { name: "Save as a snapshot" }).click();
    await expect(page.getByText("Snapshot saved.", { exact: true })).toBeVisible();
  });

  test("a name and a new address, and no password", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    await open(page, "/account");
    await page.getByLabel("Name", { exact: true }).fill("Changed name");
    await revokeElsewhere(browser, person);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectSignInPage(page);
    await fillSignIn(page, person);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Changed name");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    expect(await readStorages(page)).not.toContain("form:profile");

    await open(page, "/account?tab=security");
    await page.getByLabel("New e-mail").fill("another@example.com");
    await page.getByLabel("Current password").fill(FIRST_PASSWORD);
    await page.getByLabel("New password").fill("quite another pass phrase");
    for (const reveal of await page.getByRole("button", { name: "Show" }).all()) await reveal.click();
    await page.getByLabel("Sign out other devices").uncheck();
    await revokeElsewhere(browser, person);
    await page.getByRole("button", { name: "Change password" }).click();
    await expectSignInPage(page);
    const storedTexts = await readStorages(page);
    expect(storedTexts).toContain("another@example.com");
    expect(storedTexts).not.toContain("pass phrase");
    await fillSignIn(page, person);
    await expect(page.getByLabel("New e-mail")).toHaveValue("another@example.com");
    await expect(page.getByLabel("Sign out other devices")).not.toBeChecked();
    await expect(page.getByLabel("Current password")).toHaveValue("");
    await expect(page.getByLabel("New password")).toHaveValue("");
  });

  test("names, tags and notes of the locker, whose dialogs close before the answer", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    await saveLoadouts(page, [{ name: "Alpha" }]);
    await open(page, "/bf4?tab=loadouts");
    const interrupt = async () => {
      await expectSignInPage(page);
      await fillSignIn(page, person);
      await expect(page).toHaveURL(/\/bf4\?tab=loadouts$/);
    };
    const chooseCardAction = async (action: string) => {
      await page.getByRole("button", { name: "Actions for Alpha" }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await chooseCardAction("Rename");
    const rename = page.getByRole("dialog", { name: "Rename loadout" });
    await rename.getByLabel("Name").fill("Night shift");
    await revokeElsewhere(browser, person);
    await rename.getByRole("button", { name: "Rename" }).click();
    await interrupt();
    await expect(rename.getByLabel("Name")).toHaveValue("Night shift");
    await discardInput(page);

    await chooseCardAction("Tags and note");
    const details = page.getByRole("dialog", { name: "Tags and note" });
    await details.getByLabel("Tags").fill("flank");
    await details.getByLabel("Note").fill("Wait at the stairs.");
    await revokeElsewhere(browser, person);
    await details.getByRole("button", { name: "Save" }).click();
    await interrupt();
    await expect(details.getByLabel("Tags")).toHaveValue("flank");
    await expect(details.getByLabel("Note")).toHaveValue("Wait at the stairs.");
    await details.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("list", { name: "Pin, folder and tags" })).toContainText("flank");
    await expect.poll(() => readStorages(page)).not.toContain("stairs");

    await page.getByRole("button", { name: "New folder" }).click();
    const folder = page.getByRole("dialog", { name: "New folder" });
    await folder.getByLabel("Name").fill("Metro");
    await revokeElsewhere(browser, person);
    await folder.getByRole("button", { name: "Create folder" }).click();
    await interrupt();
    await expect(folder.getByLabel("Name")).toHaveValue("Metro");
    await folder.getByRole("button", { name: "Create folder" }).click();
    await expect(page.getByRole("navigation", { name: "Folders" })).toContainText("Metro");
  });
});

test("another user does not get the stored input, and a sign-out deletes it", async ({ page, browser }) => {
  const person = await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  const otherDevice = await (await browser.newContext()).newPage();
  const stranger = await signUpAndIn(otherDevice, { ...createPerson(), name: "Sam" });
  await otherDevice.context().close();
  await open(page, "/account");
  await page.getByLabel("Name", { exact: true }).fill("Changed name");
  await revokeElsewhere(browser, person);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectSignInPage(page);
  await fillSignIn(page, stranger);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Sam");
  await getAccountButton(page, "Sam").click();
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  await open(page, "/login?redirect=/account");
  await fillSignIn(page, person);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Changed name");
  await getAccountButton(page, "Robin").click();
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await readStorages(page)).not.toContain("Changed name");
});

test("a tab that has not noticed a sign-out in another tab stores no drafts", async ({ page, context }) => {
  await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  await open(page, "/bf4?tab=loadouts&edit=new");
  await nameLoadout(page, "Private name");
  await expect(page.getByText("Draft stored on this device")).toBeVisible();
  const otherTab = await context.newPage();
  await open(otherTab, "/");
  await getAccountButton(otherTab, "Robin").click();
  await otherTab.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await otherTab.getByRole("button", { name: /Discard/ }).click();
  await expect(otherTab.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await readStorages(otherTab)).not.toContain("Private name");
  // The editor still shows the name, but further input must not be stored for the next user.
  await nameLoadout(page, "Private name, longer");
  await page.waitForTimeout(300);
  expect(await readStorages(page)).not.toContain("Private name");
});

test("a loadout is not saved into the locker of another user whose session has replaced this one", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  await open(page, "/bf4?tab=loadouts&edit=new");
  await nameLoadout(page, "Mine");
  const otherDevice = await (await browser.newContext()).newPage();
  await signUpAndIn(otherDevice, { ...createPerson(), name: "Sam" });
  await page.context().clearCookies();
  await page.context().addCookies(await otherDevice.context().cookies());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Sign in as Robin to save this.")).toBeVisible();
  await expect(getLoadoutName(page)).toHaveText("Mine");
  await open(otherDevice, "/bf4?tab=loadouts");
  await expect(otherDevice.getByText("No loadouts yet")).toBeVisible();
  await expect(otherDevice.getByText("Mine", { exact: true })).toHaveCount(0);
  await otherDevice.context().close();
});
