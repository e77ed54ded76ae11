// @weekly
// A site on which parts of the account system are switched off does not offer them.
import { startOwnSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import { open, signUpAt } from "./site.ts";

test("the sign-in screens do not offer switched-off features", async ({ browser }) => {
  await using site = await startOwnSite({ ACCOUNT_FEATURES_OFF: "sign-up,password-reset" });
  const siteContext = await browser.newContext({ baseURL: site.origin });
  const page = await siteContext.newPage();
  await open(page, "/login");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Create account" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Forgot password?" })).toHaveCount(0);
  await open(page, "/login?mode=sign-up");
  await expect(page.getByText("New accounts are closed on this site.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveCount(0);
  await open(page, "/login?mode=forgot");
  await expect(page.getByText("Passwords cannot be reset on this site.")).toBeVisible();
  await siteContext.close();
});

test("a site without passwords asks for none", async ({ browser }) => {
  await using site = await startOwnSite({ ACCOUNT_FEATURES_OFF: "passwords" });
  const siteContext = await browser.newContext({ baseURL: site.origin });
  const page = await siteContext.newPage();
  await open(page, "/login");
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await open(page, "/login?mode=sign-up");
  await expect(page.getByText("This site has no passwords.")).toBeVisible();
  await siteContext.close();
});

test("the account screens state which features are switched off", async ({ browser }) => {
  await using site = await startOwnSite({ ACCOUNT_FEATURES_OFF: "change-email,deletion" });
  const { page, person } = await signUpAt(browser, site);
  await open(page, "/account?tab=security");
  await expect(page.getByText(`${person.email}. The address cannot be changed on this site.`)).toBeVisible();
  await expect(page.getByLabel("New e-mail")).toHaveCount(0);
  await open(page, "/account?tab=data");
  await expect(page.getByText("You can't delete your account yourself on this site.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete account" })).toHaveCount(0);
  await page.context().close();
});
