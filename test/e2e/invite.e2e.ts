// The page of an invitation by mail.
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { call, invite } from "./platoon.ts";
import { fillSignIn, getAccountButton, open, signUpAndIn } from "./site.ts";

const getMain = (page: Page) => page.getByRole("main");

test.describe("an invitation", () => {
  test("names the platoon, the inviter and the permissions of the role, and can be accepted", async ({
    page,
    browser,
  }) => {
    const person = await signUpAndIn(page);
    const { address, owner, email } = await invite(browser, person.email, "admin");
    await open(page, address);
    await expect(getMain(page).getByRole("heading", { name: "Night Owls" })).toBeVisible();
    await expect(getMain(page)).toContainText(`${email} invites you to this platoon.`);
    await expect(getMain(page).getByText("Admin", { exact: true })).toBeVisible();
    await expect(getMain(page)).toContainText("invite and remove people");
    await getMain(page).getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("You are in Night Owls now.")).toBeVisible();
    await open(page, address);
    await expect(page.getByText("You have already joined Night Owls.")).toBeVisible();
    await owner.close();
  });

  test("is declined", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    const { address, owner } = await invite(browser, person.email);
    await open(page, address);
    await getMain(page).getByRole("button", { name: "Decline" }).click();
    await expect(page.getByText("You declined to join Night Owls.")).toBeVisible();
    await open(page, address);
    await expect(page.getByText("You have declined to join Night Owls.")).toBeVisible();
    await owner.close();
  });

  test("that was cancelled shows an error, even on a page that is already open", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    const { address, id, owner } = await invite(browser, person.email);
    await open(page, address);
    await expect(getMain(page).getByRole("button", { name: "Join" })).toBeVisible();
    await call(owner, "cancel-invitation", { invitationId: id });
    await getMain(page).getByRole("button", { name: "Join" }).click();
    await expect(getMain(page).getByRole("alert")).toHaveText("This invitation is no longer open.");
    await open(page, address);
    await expect(page.getByText("This invitation to Night Owls was cancelled.")).toBeVisible();
    await owner.close();
  });

  test("leads a signed-out visitor to the sign-in page and back", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    const { address, owner } = await invite(browser, person.email);
    await open(page, address);
    await getMain(page).getByRole("link", { name: "Sign in" }).click();
    await fillSignIn(page, person);
    await expect(page).toHaveURL(address);
    await expect(getMain(page).getByRole("button", { name: "Join" })).toBeVisible();
    await owner.close();
  });

  test("for another account offers to switch", async ({ page, browser }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    const { address, owner } = await invite(browser, person.email);
    await signUpAndIn(page);
    await open(page, address);
    await expect(getMain(page)).toContainText("This invitation is for another account.");
    await getMain(page).getByRole("button", { name: "Switch account" }).click();
    await fillSignIn(page, person);
    await expect(page).toHaveURL(address);
    await expect(getMain(page).getByRole("button", { name: "Join" })).toBeVisible();
    await owner.close();
  });

  test("requires an account from a guest", async ({ page }) => {
    await open(page, "/login");
    await page.getByRole("button", { name: "Continue as guest" }).click();
    await expect(getAccountButton(page, "Guest")).toBeVisible();
    await open(page, "/invite?id=some");
    await expect(getMain(page)).toContainText("You need an account to join a platoon");
    await getMain(page).getByRole("link", { name: "Create account" }).click();
    await expect(page).toHaveURL("/login?mode=sign-up&redirect=%2Finvite%3Fid%3Dsome");
  });

  test("that does not exist is reported as unknown", async ({ page }) => {
    await signUpAndIn(page);
    for (const address of ["/invite?id=not-a-real-one", "/invite"]) {
      await open(page, address);
      await expect(getMain(page)).toContainText("There is no such invitation.");
    }
  });
});
