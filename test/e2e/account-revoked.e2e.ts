// @weekly
// The owner of an address sees what was revoked from a stranger's account when they prove ownership, and can remove the
// address from that account.
import type { Browser, Page } from "@playwright/test";
import { SITE } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";
import { createPerson, open, post, signUpAndIn, waitForMailedCode, waitForMailedLink } from "./site.ts";

/**
 * Creates a stranger's account with a password and a session, and changes its e-mail to this address. Returns a page of the
 * stranger's browser.
 */
async function createMovedAccount(browser: Browser, email: string): Promise<Page> {
  const otherContext = await browser.newContext({ baseURL: SITE, serviceWorkers: "block" });
  const strangerPage = await signUpAndIn(otherContext);
  await post(otherContext, "/api/auth/change-email", { newEmail: email });
  await otherContext.request.get(await waitForMailedLink(strangerPage.email), { maxRedirects: 0 });
  return otherContext.newPage();
}

const REVOKED =
  "Your address was not confirmed on this account before. To keep strangers out we signed out everywhere else and removed these ways to sign in: password.";

const getNotice = (page: Page) => page.getByRole("region", { name: /Notifications/ }).getByText(REVOKED);

test("a sign-in by code shows what it revoked until the notice is closed", async ({ page, browser }) => {
  const { email } = createPerson();
  const mover = await createMovedAccount(browser, email);
  await open(page, "/login?mode=otp");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send a code" }).click();
  await page.getByLabel("Code").fill(await waitForMailedCode(email));
  await expect(getNotice(page)).toBeVisible();
  await page.getByRole("button", { name: "Security", exact: true }).click();
  await expect(page).toHaveURL("/account?tab=security");
  expect(await (await mover.request.get("/api/auth/get-session")).json()).toBeNull();
  await mover.context().close();
});

test("a new password by mail shows what it revoked", async ({ page, browser }) => {
  const { email } = createPerson();
  const mover = await createMovedAccount(browser, email);
  await waitForMailedLink(email);
  await open(page, "/login?mode=forgot");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("If this email exists in our system")).toBeVisible();
  await open(page, await waitForMailedLink(email));
  await page.getByLabel("New password", { exact: true }).fill("another pass phrase");
  const resetResponse = page.waitForResponse("**/api/auth/reset-password");
  await page.route("**/api/auth/reset-password", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), revoked: ["passkeys", "providers"] } });
  });
  await page.getByRole("button", { name: "Set password" }).click();
  await resetResponse;
  await expect(page.getByRole("heading", { name: "Password set" })).toBeVisible();
  await expect(
    page.getByRole("status").filter({ hasText: "we removed these ways to sign in: passkeys and connected accounts." }),
  ).toBeVisible();
  await mover.context().close();
});

test("a return from a provider shows what it revoked and drops the parameter from the address", async ({ page }) => {
  await signUpAndIn(page);
  await open(page, "/bf4?tab=loadouts&revoked=password.sessions");
  await expect(page).toHaveURL("/bf4?tab=loadouts");
  await expect(getNotice(page)).toBeVisible();
});

test("the parameter alone shows nothing to a visitor who is not signed in", async ({ page }) => {
  await open(page, "/login?revoked=password.sessions");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("region", { name: /Notifications/ })).toHaveCount(0);
});

test("the owner of an address can remove it from an account that was changed to it", async ({ page, browser }) => {
  const { email } = createPerson();
  const mover = await createMovedAccount(browser, email);
  const findLink = async () => {
    const mails: { to: string; text: string }[] = await (await fetch(`${SITE}/mailbox?format=json`)).json();
    return mails
      .flatMap(({ to, text }) => (to === email ? (/This was not me: (\S+)/.exec(text)?.[1] ?? []) : []))
      .at(0);
  };
  await expect.poll(findLink).toBeDefined();
  await open(page, (await findLink()) ?? "");
  await expect(page).toHaveURL("/verify-email");
  await page.getByRole("button", { name: "Remove my address" }).click();
  await expect(page.getByRole("heading", { name: "Your address is removed" })).toBeVisible();
  const { user } = await (await mover.request.get("/api/auth/get-session")).json();
  expect(user.email).not.toBe(email);
  await mover.context().close();
});
