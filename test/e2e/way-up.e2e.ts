// @weekly
// A guest creates an account or signs in to an existing one: the guest's loadouts are moved to the account.
import type { Page } from "@playwright/test";
import { saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { openIdentityProvider } from "#test/harness/identity/identity-provider.ts";
import { type OwnSite, startOwnSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import { addDevice, addPasskey, disableAutofill, getPasskeyButton } from "./device.ts";
import {
  createPerson,
  fillSignIn,
  getAccountButton,
  open,
  type Person,
  signUpAndIn,
  signUpAt,
  signUpOnPages,
  waitForMailedCode,
} from "./site.ts";

test.use({ extraHTTPHeaders: {} });

type SignIn = (page: Page, site: OwnSite, person: Person) => Promise<void>;

const SIGN_IN_METHODS: Record<string, SignIn> = {
  "a password": async (page, _, person) => {
    await open(page, "/login");
    await fillSignIn(page, person);
  },
  "a code": async (page, site, { email }) => {
    await open(page, "/login?mode=otp");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send a code" }).click();
    await page.getByLabel("Code").fill(await waitForMailedCode(email, site.origin));
  },
  "a passkey": async (page) => {
    await open(page, "/login");
    await getPasskeyButton(page).click();
  },
  "a provider": async (page) => {
    await open(page, "/login");
    await page.getByRole("button", { name: "Continue with Armoury" }).click();
  },
};

async function saveAsGuest(page: Page): Promise<void> {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "The guest's" }]);
}

async function expectLocker(page: Page, names: readonly string[]): Promise<void> {
  await expect(page.getByRole("button", { name: /, account$/ })).not.toHaveText("Guest, account");
  await open(page, "/bf4?tab=loadouts");
  for (const name of names) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
}

/** Expects a single user, and no rows of other users. */
function expectNoOrphans(site: OwnSite): void {
  expect(site.sql("SELECT id FROM user")).toHaveLength(1);
  for (const table of ["loadout", "session", "account", "passkey"]) {
    expect(site.sql(`SELECT id FROM ${table} WHERE userId NOT IN (SELECT id FROM user)`)).toEqual([]);
  }
}

for (const [method, signIn] of Object.entries(SIGN_IN_METHODS)) {
  test(`a guest who signs in by ${method} gets both lockers merged`, async ({ browser }) => {
    const person = createPerson();
    await using provider = await openIdentityProvider(person);
    await using site = await startOwnSite(provider.variables);
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await disableAutofill(page);
    await signUpAndIn(page, person, site.origin);
    await addDevice(page);
    await addPasskey(page);
    await saveLoadouts(page, [{ name: "The account's" }]);
    await page.context().clearCookies();
    await saveAsGuest(page);
    await open(page, "/login");
    await expect(page.getByText("Your loadout will come with you.")).toBeVisible();
    await signIn(page, site, person);
    await expect(getAccountButton(page, person.name)).toBeVisible();
    await expectLocker(page, ["The account's", "The guest's"]);
    expectNoOrphans(site);
    await page.context().close();
  });
}

for (const way of ["a code", "a provider"]) {
  test(`a guest who creates an account by ${way} gets the locker moved to it`, async ({ browser }) => {
    const person = createPerson();
    await using provider = await openIdentityProvider(person);
    await using site = await startOwnSite(provider.variables);
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await saveAsGuest(page);
    await SIGN_IN_METHODS[way]?.(page, site, person);
    await expect(page).toHaveURL("/");
    await expectLocker(page, ["The guest's"]);
    expectNoOrphans(site);
    await page.context().close();
  });
}

test("a guest who creates an account by password and mail sees what was transferred", async ({ browser }) => {
  await using site = await startOwnSite();
  const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await saveAsGuest(page);
  await signUpOnPages(page, createPerson(), site.origin);
  await expect(page.getByText("Your loadout came with you.")).toBeVisible();
  await expectLocker(page, ["The guest's"]);
  expectNoOrphans(site);
  await page.context().close();
});

test.describe("an action that is pending while the user confirms by a provider", () => {
  const SET_SESSION_CREATED_AT = "UPDATE session SET createdAt = ?";

  test("is performed once after the return, and the new session replaces the old one", async ({ browser }) => {
    const person = createPerson();
    await using provider = await openIdentityProvider(person);
    await using site = await startOwnSite(provider.variables);
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await SIGN_IN_METHODS["a provider"]?.(page, site, person);
    await expect(getAccountButton(page, person.name)).toBeVisible();
    site.sql(SET_SESSION_CREATED_AT, new Date(Date.now() - 11 * 60_000).toISOString());
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

  test("is not performed when the provider returns without a sign-in", async ({ browser }) => {
    await using provider = await openIdentityProvider(createPerson());
    await using site = await startOwnSite(provider.variables);
    const { page } = await signUpAt(browser, site);
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
