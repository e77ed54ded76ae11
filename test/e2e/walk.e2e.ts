// @weekly
// The steps of a new user from the home page to a saved loadout that survives a crash of the server, for each game.

import type { Page } from "@playwright/test";
import { type OwnSite, startOwnSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import { expectItem, getPrimarySlot, nameLoadout, pickFirst } from "./pages/editor.ts";
import { createPerson, fillSignIn, fillSignUp, getAccountButton, open } from "./site.ts";

const PERSON = createPerson();

test.use({ extraHTTPHeaders: {} });

/** Opens a weapon of a game's arsenal, starting at the home page. */
async function findWeapon(page: Page, site: OwnSite, game: string, weapon: string): Promise<void> {
  await open(page, site.origin);
  await page.getByRole("main").getByRole("link", { name: game }).click();
  await page.getByRole("combobox", { name: "Search weapons" }).fill(weapon);
  await page.getByRole("link", { name: weapon, exact: true }).click();
  await expect(page.getByRole("dialog", { name: weapon })).toBeVisible();
}

async function saveAs(page: Page, name: string): Promise<void> {
  await nameLoadout(page, name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
}

async function signUp(page: Page, site: OwnSite): Promise<void> {
  await open(page, `${site.origin}/login?mode=sign-up`);
  await expect(page.getByText("Your loadout will come with you.")).toBeVisible();
  await fillSignUp(page, PERSON);
}

async function verify(page: Page, site: OwnSite): Promise<void> {
  const mail = page.getByRole("article").first();
  await expect(async () => {
    await page.goto(`${site.origin}/mailbox`);
    await expect(mail).toBeVisible({ timeout: 200 });
  }).toPass();
  await mail.getByRole("link").first().click();
  await expect(page).toHaveURL(`${site.origin}/verify-email`);
  await expect(getAccountButton(page, PERSON.name)).toBeVisible();
}

async function signIn(page: Page, site: OwnSite): Promise<void> {
  await open(page, `${site.origin}/login`);
  await fillSignIn(page, PERSON);
  await expect(getAccountButton(page, PERSON.name)).toBeVisible();
}

async function findInLocker(page: Page, site: OwnSite, path: string, name: string): Promise<void> {
  await open(page, `${site.origin}${path}?tab=loadouts`);
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
}

/** Signs up and verifies the address, then kills and restarts the server, and checks the locker each time. */
async function expectDurable(page: Page, site: OwnSite, path: string, name: string): Promise<void> {
  await signUp(page, site);
  await verify(page, site);
  await findInLocker(page, site, path, name);
  await site.kill();
  await site.start();
  await page.context().clearCookies();
  await signIn(page, site);
  await findInLocker(page, site, path, name);
}

test("Battlefield 4: a guest's loadout survives the sign-up and a kill -9 of the server", async ({ page }) => {
  await using site = await startOwnSite();
  await findWeapon(page, site, "Battlefield 4", "AK-12");
  await page.getByRole("button", { name: "Add to loadout" }).click();
  await expectItem(getPrimarySlot(page), "AK-12");
  await saveAs(page, "First of mine");
  await expect(page.getByRole("button", { name: "Guest, account" })).toBeVisible();
  await expectDurable(page, site, "/bf4", "First of mine");
});

/** Returns the lines of the first chart in a region. */
const getLines = (page: Page, region: string) =>
  page
    .getByRole("region", { name: region })
    .locator("figure")
    .first()
    .locator("path")
    .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join(" "));

test("Battlefield 2042: a barrel and an ammunition change the chart, and the loadout survives a kill -9 of the server", async ({
  page,
}) => {
  await using site = await startOwnSite();
  await findWeapon(page, site, "Battlefield 2042", "AK-24");
  await page.getByRole("button", { name: "Add to loadout" }).click();
  await expectItem(getPrimarySlot(page), "AK-24");
  const region = "Stats of this loadout";
  await expect(page.getByRole("region", { name: region }).locator("figure").first()).toBeVisible();
  const asIssued = await getLines(page, region);
  await pickFirst(page, "Add ammunition to the primary", "Armor Piercing");
  await expect.poll(() => getLines(page, region)).not.toBe(asIssued);
  const withAmmunition = await getLines(page, region);
  await pickFirst(page, "Add barrel to the primary", "6KU Suppressor");
  await expect.poll(() => getLines(page, region)).not.toBe(withAmmunition);
  await saveAs(page, "Quiet and hard");
  await expectDurable(page, site, "/bf2042", "Quiet and hard");
});
