// @weekly
// A guest gets an account, or comes back to one: what they saved is there, beside what the account had.
import type { Page } from "@playwright/test";
import { fill, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { openIdentityProvider } from "#test/harness/identity/identity-provider.ts";
import { type OwnSite, ownSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import { addDevice, addPasskey, passkeyButton, switchAutofillOff } from "./device.ts";
import {
  accountButton,
  fillSignIn,
  mailedCode,
  newPerson,
  open,
  type Person,
  signedInAt,
  signUpAndIn,
  signUpOnPages,
} from "./site.ts";

test.use({ extraHTTPHeaders: {} });

type WayIn = (page: Page, site: OwnSite, person: Person) => Promise<void>;

const WAYS: Record<string, WayIn> = {
  "a password": async (page, _, person) => {
    await open(page, "/login");
    await fillSignIn(page, person);
  },
  "a code": async (page, site, { email }) => {
    await open(page, "/login?mode=otp");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send a code" }).click();
    await page.getByLabel("Code").fill(await mailedCode(email, site.origin));
  },
  "a passkey": async (page) => {
    await open(page, "/login");
    await passkeyButton(page).click();
  },
  "a provider": async (page) => {
    await open(page, "/login");
    await page.getByRole("button", { name: "Continue with Armoury" }).click();
  },
};

async function saveAsGuest(page: Page): Promise<void> {
  await signInAsGuest(page);
  await fill(page, [{ name: "The guest's" }]);
}

async function expectLocker(page: Page, names: readonly string[]): Promise<void> {
  await expect(page.getByRole("button", { name: /, account$/ })).not.toHaveText("Guest, account");
  await open(page, "/bf4?tab=loadouts");
  for (const name of names) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
}

/** One person is left, and every row has its own. */
function expectNoOrphans(site: OwnSite): void {
  expect(site.sql("SELECT id FROM user")).toHaveLength(1);
  for (const table of ["loadout", "session", "account", "passkey"]) {
    expect(site.sql(`SELECT id FROM ${table} WHERE userId NOT IN (SELECT id FROM user)`)).toEqual([]);
  }
}

for (const [way, signIn] of Object.entries(WAYS)) {
  test(`a guest who comes back by ${way} keeps both lockers`, async ({ browser }) => {
    const person = newPerson();
    await using provider = await openIdentityProvider(person);
    await using site = await ownSite(provider.variables);
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await switchAutofillOff(page);
    await signUpAndIn(page, person, site.origin);
    await addDevice(page);
    await addPasskey(page);
    await fill(page, [{ name: "The account's" }]);
    await page.context().clearCookies();
    await saveAsGuest(page);
    await open(page, "/login");
    await expect(page.getByText("Your loadout will come with you.")).toBeVisible();
    await signIn(page, site, person);
    await expect(accountButton(page, person.name)).toBeVisible();
    await expectLocker(page, ["The account's", "The guest's"]);
    expectNoOrphans(site);
    await page.context().close();
  });
}

for (const way of ["a code", "a provider"]) {
  test(`a guest gets an account by ${way}, and the locker comes along`, async ({ browser }) => {
    const person = newPerson();
    await using provider = await openIdentityProvider(person);
    await using site = await ownSite(provider.variables);
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await saveAsGuest(page);
    await WAYS[way]?.(page, site, person);
    await expect(page).toHaveURL("/");
    await expectLocker(page, ["The guest's"]);
    expectNoOrphans(site);
    await page.context().close();
  });
}

test("a guest gets an account by password and mail, and sees what was transferred", async ({ browser }) => {
  await using site = await ownSite();
  const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await saveAsGuest(page);
  await signUpOnPages(page, newPerson(), site.origin);
  await expect(page.getByText("Your loadout came with you.")).toBeVisible();
  await expectLocker(page, ["The guest's"]);
  expectNoOrphans(site);
  await page.context().close();
});

test.describe("an action that is pending while the user confirms by a provider", () => {
  const LONG_AGO = "UPDATE session SET createdAt = ?";

  test("is done after the return, once, and the new session has taken the place of the old", async ({ browser }) => {
    const person = newPerson();
    await using provider = await openIdentityProvider(person);
    await using site = await ownSite(provider.variables);
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await WAYS["a provider"]?.(page, site, person);
    await expect(accountButton(page, person.name)).toBeVisible();
    site.sql(LONG_AGO, new Date(Date.now() - 11 * 60_000).toISOString());
    let deletions = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/delete-user")) deletions += 1;
    });
    await open(page, "/account?tab=data");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account?" });
    await dialog.getByLabel("Type the word delete").fill("delete");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
    await expect(confirm).toContainText("You'll come back here, and it's done.");
    await confirm.getByRole("button", { name: "Continue with Armoury" }).click();
    await expect(page.getByText("Check your mail: open the link we sent you")).toBeVisible();
    await expect(page).toHaveURL("/account?tab=data");
    expect(deletions).toBe(2);
    expect(site.sql("SELECT id FROM session")).toHaveLength(1);
    await page.reload();
    await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
    expect(deletions).toBe(2);
    await page.context().close();
  });

  test("is not done when the provider returns without a sign-in", async ({ browser }) => {
    await using provider = await openIdentityProvider(newPerson());
    await using site = await ownSite(provider.variables);
    const { page } = await signedInAt(browser, site);
    await open(page, "/account");
    await page.evaluate(async () => {
      const { user } = await (await fetch("/api/auth/get-session")).json();
      const stored = new URLSearchParams({
        userId: user.id,
        at: String(Date.now()),
        action: "delete-account",
        about: "",
      });
      sessionStorage.setItem("pending-action", String(stored));
    });
    await open(page, "/account?tab=data&error=no_code");
    await expect(page.getByRole("alert")).toContainText("took too long or was interrupted");
    await open(page, "/account?tab=data");
    await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
    await expect(page.getByText("Check your mail")).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem("pending-action"))).toBeNull();
    await page.context().close();
  });
});
