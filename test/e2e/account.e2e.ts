import { expect, test } from "./browser-test.ts";
import {
  createPerson,
  fillSignIn,
  fillSignUp,
  getAccountButton,
  open,
  signUpAndIn,
  waitForMailedLink,
} from "./site.ts";

test.describe("signing in", () => {
  test("with a wrong password shows an error beside the form and keeps the input", async ({ page }) => {
    await open(page, "/login");
    await fillSignIn(page, { email: "unknown@example.com", password: "not the password" });
    await expect(page.getByRole("alert")).toHaveText("E-mail or password is wrong.");
    await expect(page.getByLabel("E-mail")).toHaveValue("unknown@example.com");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  });

  test("before the address is verified sends a new link", async ({ page }) => {
    const person = createPerson();
    await open(page, "/login?mode=sign-up");
    await fillSignUp(page, person);
    await open(page, "/login");
    await fillSignIn(page, person);
    await expect(page.getByRole("alert")).toContainText("Verify your e-mail first.");
    await expect(page.getByRole("alert")).toContainText(`We sent a new link to ${person.email}`);
  });

  test("leads back to where one was going, and never off the site", async ({ page }) => {
    const person = await signUpAndIn(page);
    for (const [redirect, path] of [
      ["/bf4?tab=loadouts", "/bf4?tab=loadouts"],
      ["//evil.example", "/"],
      ["https://evil.example/", "/"],
    ] as const) {
      await page.context().clearCookies();
      await open(page, `/login?redirect=${encodeURIComponent(redirect)}`);
      await fillSignIn(page, person);
      await expect(page).toHaveURL(path);
    }
  });

  test("as a guest takes one click, and the account page offers to keep the locker", async ({ page }) => {
    await open(page, "/login");
    await page.getByRole("button", { name: "Continue as guest" }).click();
    await expect(getAccountButton(page, "Guest")).toBeVisible();
    await open(page, "/account");
    await expect(page.getByRole("main").getByRole("link", { name: "Create account" })).toBeVisible();
  });
});

test.describe("a forgotten password", () => {
  test("is replaced through the link of a mail", async ({ page }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    await open(page, "/login?mode=forgot");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    const notice = "If this email exists in our system, check your email for the reset link";
    await expect(page.getByText(notice, { exact: true })).toBeVisible();
    await open(page, await waitForMailedLink(person.email));
    await expect(page).toHaveURL("/reset-password");
    await page.getByLabel("New password", { exact: true }).fill("another pass phrase");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Password set" })).toBeVisible();
    await open(page, "/login");
    await fillSignIn(page, { ...person, password: "another pass phrase" });
    await expect(getAccountButton(page, person.name)).toBeVisible();
  });

  test("answers the same for an unknown address", async ({ page }) => {
    await open(page, "/login?mode=forgot");
    await page.getByLabel("E-mail").fill("unknown@example.com");
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("If this email exists in our system")).toBeVisible();
  });

  test("with a used link shows an error and offers a new link", async ({ page }) => {
    await open(page, "/reset-password?error=INVALID_TOKEN");
    await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
    await page.getByRole("link", { name: "Send a new one" }).click();
    await expect(page).toHaveURL("/login?mode=forgot");
  });
});

test.describe("an account", () => {
  test("changes its password", async ({ page }) => {
    const person = await signUpAndIn(page);
    await open(page, "/account?tab=security");
    await page.getByLabel("Current password").fill("not this one");
    await page.getByLabel("New password", { exact: true }).fill("another pass phrase");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("This is not your current password.")).toBeVisible();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed.")).toBeVisible();
    await expect(getAccountButton(page, person.name)).toBeVisible();
  });

  test("is signed out from the menu", async ({ page }) => {
    const person = await signUpAndIn(page);
    await open(page, "/");
    await getAccountButton(page, person.name).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  });

  test("is shown on a hydrated prerendered page without console errors", async ({ page, browserErrors }) => {
    const person = await signUpAndIn(page);
    browserErrors.length = 0;
    for (let visit = 0; visit < 5; visit += 1) {
      await open(page, "/");
      await expect(getAccountButton(page, person.name)).toBeVisible();
    }
    expect(browserErrors).toEqual([]);
  });
});
