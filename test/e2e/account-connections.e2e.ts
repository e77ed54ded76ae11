// @weekly
// Providers on the sign-in page and in the account. The providers' own pages are replaced by stubs.
import type { Browser, Page } from "@playwright/test";
import { type OwnSite, startOwnSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import { open, signUpAt, signUpOnPages } from "./site.ts";

const PROVIDERS = ["DISCORD", "GOOGLE", "GITHUB", "TWITCH", "REDDIT", "SPOTIFY"];
const CREDENTIALS = Object.fromEntries(
  PROVIDERS.flatMap((id) => [`${id}_CLIENT_ID`, `${id}_CLIENT_SECRET`].map((n) => [n, "x"])),
);
const LINK = `INSERT INTO account (id, userId, providerId, accountId, scope, createdAt, updatedAt)
  SELECT 'linked', id, 'discord', '77', 'identify,email', createdAt, updatedAt FROM user`;

/** Opens a page of a signed-out visitor; Discord's own page is replaced by a stub. */
async function openAsStranger(browser: Browser, site: OwnSite): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await page.route("https://discord.com/**", (route) => route.fulfill({ body: "Discord" }));
  return page;
}

test("the sign-in page shows four providers, and the others on request with a filter", async ({ browser }) => {
  await using site = await startOwnSite(CREDENTIALS);
  const page = await openAsStranger(browser, site);
  await open(page, "/login");
  await expect(page.getByRole("button", { name: /^Continue with/ })).toHaveCount(4);
  await page.getByText("More ways to sign in (2)").click();
  await expect(page.getByRole("button", { name: /^Continue with/ })).toHaveCount(6);
  await page.getByLabel("Filter by name").fill("spot");
  await expect(page.getByRole("button", { name: /^Continue with/ })).toHaveCount(5);
  await page.context().close();
});

test("a provider is marked as used last, and named when it returns with an error", async ({ browser }) => {
  await using site = await startOwnSite(CREDENTIALS);
  const page = await openAsStranger(browser, site);
  await open(page, "/login?redirect=%2Fbf4");
  const request = page.waitForRequest("**/api/auth/sign-in/social");
  await page.getByRole("button", { name: "Continue with Discord" }).click();
  expect((await request).postDataJSON()).toMatchObject({
    provider: "discord",
    callbackURL: "/bf4",
    errorCallbackURL: "/login?redirect=%2Fbf4",
  });
  await page.waitForURL("https://discord.com/**");
  await open(page, "/login?redirect=%2Fbf4&error=email_not_found");
  await expect(page.getByRole("alert")).toHaveText("Discord didn't give us an e-mail address.");
  await expect(page.getByRole("button", { name: "Continue with Discord" })).toContainText("Last used");
  await page.context().close();
});

test("the password is marked as used last", async ({ page }) => {
  await signUpOnPages(page);
  await page.context().clearCookies();
  await open(page, "/login");
  await expect(page.getByText("Last used")).toBeVisible();
});

test("a connection can be removed only if another sign-in method remains", async ({ browser }) => {
  await using site = await startOwnSite();
  const { page } = await signUpAt(browser, site);
  await open(page, "/account?tab=connections");
  await expect(page.getByText("E-mail and password")).toBeVisible();
  await expect(page.getByText("Add another way to sign in before removing this one.")).toBeVisible();
  site.sql(LINK);
  await open(page, "/account?tab=connections");
  await expect(page.getByRole("listitem").filter({ hasText: "Discord" })).toContainText("may read: identify, email");
  await page.getByRole("button", { name: "Disconnect Discord" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Discord" })).toHaveCount(0);
  site.sql("DELETE FROM account");
  site.sql(LINK);
  await open(page, "/account?tab=connections");
  await expect(page.getByRole("button", { name: "Disconnect Discord" })).toBeDisabled();
  await page.context().close();
});

test("connecting leads to the provider, and a refusal back to the connections", async ({ browser }) => {
  await using site = await startOwnSite(CREDENTIALS);
  const { page } = await signUpAt(browser, site);
  await page.route("https://discord.com/**", (route) => route.fulfill({ body: "Discord" }));
  await open(page, "/account?tab=connections");
  await page.getByRole("button", { name: "Connect Discord" }).click();
  await page.waitForURL("https://discord.com/**");
  await open(page, "/account?tab=connections&error=account_already_linked_to_different_user");
  await expect(page.getByRole("alert")).toContainText("account belongs to another user here.");
  await page.context().close();
});

test("a user whose only sign-in method is a provider confirms their identity with it and returns to the same screen", async ({
  browser,
}) => {
  await using site = await startOwnSite(CREDENTIALS);
  const { page } = await signUpAt(browser, site);
  await page.route("https://discord.com/**", (route) => route.fulfill({ body: "Discord" }));
  site.sql("DELETE FROM account");
  site.sql(LINK);
  site.sql("UPDATE session SET createdAt = ?", new Date(Date.now() - 11 * 60_000).toISOString());
  await open(page, "/account?tab=sessions&error=no_code");
  await page.getByRole("button", { name: "Confirm it's you" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByRole("button", { name: /^Continue with/ })).toHaveCount(1);
  await expect(dialog.getByLabel("Your password")).toHaveCount(0);
  const request = page.waitForRequest("**/api/auth/sign-in/social");
  await dialog.getByRole("button", { name: "Continue with Discord" }).click();
  expect((await request).postDataJSON()).toMatchObject({ provider: "discord", callbackURL: "/account?tab=sessions" });
  await page.waitForURL("https://discord.com/**");
  await page.context().close();
});

test("an account created by a stranger is removed through the mail's second link, whose token leaves the address bar", async ({
  page,
}) => {
  await open(page, "/verify-email?disown=not-a-real-one");
  await expect(page).toHaveURL("/verify-email");
  // After the language changes, the page still has the token.
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL("/verify-email");
  const request = page.waitForRequest("**/api/auth/disown-account");
  await page.getByRole("button", { name: "Konto entfernen" }).click();
  expect((await request).postDataJSON()).toEqual({ token: "not-a-real-one" });
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Dieser Link ist abgelaufen oder wurde schon benutzt.");
});

test("the footer's privacy dialog contains the contact address", async ({ browser }) => {
  await using site = await startOwnSite({ CONTACT: "locker@example.org" });
  const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await open(page, "/");
  await page.getByRole("button", { name: "Privacy and contact" }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveAttribute("href", "mailto:locker@example.org");
  await page.context().close();
});
