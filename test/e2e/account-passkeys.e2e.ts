// @weekly
// Passkeys, with Chromium's virtual authenticator.
import { startOwnSite } from "#test/harness/processes/own-site.ts";
import { expect, test } from "./browser-test.ts";
import { addDevice, addPasskey, disableAutofill, getPasskeyButton, getPasskeyRows } from "./device.ts";
import { fillSignIn, getAccountButton, open, signUpAndIn, signUpAt, signUpOnPages } from "./site.ts";

const getElevenMinutesAgo = () => new Date(Date.now() - 11 * 60_000).toISOString();

test.describe("a passkey is offered", () => {
  test("after a sign-up, once", async ({ page }) => {
    await addDevice(page);
    await signUpOnPages(page);
    await expect(page.getByRole("heading", { name: "Sign in faster next time" })).toBeVisible();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page).toHaveURL("/");
    await open(page, "/account?tab=security");
    await expect(getPasskeyRows(page)).toHaveCount(1);
    await open(page, "/verify-email");
    await expect(page.getByRole("main").getByRole("link", { name: "Home" })).toBeVisible();
  });

  test("after the first sign-in with a password, before the requested page opens", async ({ page }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    await addDevice(page);
    await open(page, "/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
    await fillSignIn(page, person);
    await expect(page.getByRole("heading", { name: "Sign in faster next time" })).toBeVisible();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page).toHaveURL("/bf4?tab=loadouts");
  });

  test("not again after it was declined", async ({ page }) => {
    await addDevice(page);
    const person = await signUpOnPages(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(page).toHaveURL("/");
    await page.context().clearCookies();
    await open(page, "/login?redirect=%2Fbf4");
    await fillSignIn(page, person);
    await expect(page).toHaveURL("/bf4");
  });
});

test.describe("signing in by a passkey", () => {
  test("takes one button, and is marked as used last", async ({ page }) => {
    await disableAutofill(page);
    const person = await signUpAndIn(page);
    await addDevice(page);
    await addPasskey(page);
    await page.context().clearCookies();
    await open(page, "/login?redirect=%2Fbf4");
    await getPasskeyButton(page).click();
    await expect(page).toHaveURL("/bf4");
    await expect(getAccountButton(page, person.name)).toBeVisible();
    await page.context().clearCookies();
    await open(page, "/login");
    await expect(getPasskeyButton(page)).toContainText("Last used");
  });

  test("happens automatically at the e-mail field", async ({ page }) => {
    const person = await signUpAndIn(page);
    await addDevice(page);
    await addPasskey(page);
    await page.context().clearCookies();
    await page.goto("/login?redirect=%2Fbf4");
    await expect(page).toHaveURL("/bf4");
    await expect(getAccountButton(page, person.name)).toBeVisible();
  });

  test("aborts the autofill request of the e-mail field before the button's own request", async ({ page }) => {
    await page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      let offered: AbortSignal | undefined;
      navigator.credentials.get = (options) => {
        console.info(`ceremony ${options?.mediation ?? "by button"} ${offered?.aborted ?? "first"}`);
        offered = options?.signal;
        return get(options);
      };
    });
    const ceremonies: string[] = [];
    page.on("console", (line) => line.text().startsWith("ceremony") && ceremonies.push(line.text()));
    await open(page, "/login");
    await expect.poll(() => ceremonies).toEqual(["ceremony conditional first"]);
    await addDevice(page);
    await getPasskeyButton(page).click();
    await expect.poll(() => ceremonies.slice(0, 2)).toEqual(["ceremony conditional first", "ceremony by button true"]);
  });

  test("is offered with a new challenge every four minutes", async ({ page }) => {
    let challenges = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/passkey/generate-authenticate-options")) challenges += 1;
    });
    await page.clock.install();
    await open(page, "/login");
    await expect.poll(() => challenges).toBe(1);
    await page.clock.runFor(3 * 60_000);
    expect(challenges).toBe(1);
    await page.clock.runFor(61_000);
    await expect.poll(() => challenges).toBe(2);
  });

  test("shows no error when it is cancelled", async ({ page }) => {
    await disableAutofill(page);
    await signUpAndIn(page);
    const device = await addDevice(page);
    await addPasskey(page);
    await page.context().clearCookies();
    await device.verify(false);
    await open(page, "/login");
    const optionsResponse = page.waitForResponse(/generate-authenticate-options/);
    await getPasskeyButton(page).click();
    await optionsResponse;
    await expect(getPasskeyButton(page)).not.toHaveAttribute("aria-busy");
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expect(page).toHaveURL("/login");
  });

  test("shows an error when the site does not know the passkey", async ({ browser }) => {
    await using site = await startOwnSite();
    const { page } = await signUpAt(browser, site);
    await disableAutofill(page);
    await addDevice(page);
    await addPasskey(page);
    await page.context().clearCookies();
    site.sql("DELETE FROM passkey");
    await open(page, "/login");
    await getPasskeyButton(page).click();
    await expect(page.getByRole("alert")).toHaveText("This passkey isn't registered here. Use another one.");
    await page.context().close();
  });

  test("is not offered in a browser without passkey support", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await open(page, "/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(getPasskeyButton(page)).toHaveCount(0);
  });
});

test.describe("on the Security tab, a passkey", () => {
  test("is listed with its device, its date and whether it is synced, and a second passkey is suggested", async ({
    page,
  }) => {
    await signUpAndIn(page);
    await addDevice(page);
    await addPasskey(page);
    await expect(getPasskeyRows(page)).toContainText(/Chrome on .*This device only.*Added /s);
    await expect(page.getByText("Add another one on a second device")).toBeVisible();
  });

  test("is not added twice to a device", async ({ page }) => {
    await signUpAndIn(page);
    await addDevice(page);
    await addPasskey(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByRole("alert")).toHaveText("This device already has a passkey for your account.");
    await expect(getPasskeyRows(page)).toHaveCount(1);
  });

  test("is not added when that is cancelled, which is said beside the button", async ({ page }) => {
    await signUpAndIn(page);
    const device = await addDevice(page);
    await device.verify(false);
    await open(page, "/account?tab=security");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByRole("alert")).toHaveText("The passkey was cancelled or timed out.");
    await expect(getPasskeyRows(page)).toHaveCount(0);
  });

  test("is renamed, by the keyboard alone", async ({ page }) => {
    await signUpAndIn(page);
    await addDevice(page);
    await addPasskey(page);
    await page.getByRole("button", { name: /^Rename/ }).focus();
    await page.keyboard.press("Enter");
    const name = page.getByRole("dialog", { name: "Rename passkey" }).getByLabel("Name");
    await expect(name).toBeVisible();
    await name.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Blue laptop");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Blue laptop" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Blue laptop" })).toBeVisible();
  });

  test("is removed", async ({ page }) => {
    await signUpAndIn(page);
    await addDevice(page);
    await addPasskey(page);
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(getPasskeyRows(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("Sign in with your fingerprint, your face")).toBeVisible();
    await expect(getPasskeyRows(page)).toHaveCount(0);
  });

  test("that is the only sign-in method cannot be removed, and its row shows the reason", async ({ browser }) => {
    await using site = await startOwnSite();
    const { page } = await signUpAt(browser, site);
    await addDevice(page);
    await addPasskey(page);
    site.sql("DELETE FROM account");
    await open(page, "/account?tab=security");
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    const text = "Add another way to sign in before removing this one.";
    await expect(getPasskeyRows(page).getByRole("alert")).toHaveText(text);
    await page.context().close();
  });
});

test("a passkey confirms the user's identity, and the pending action continues", async ({ browser }) => {
  await using site = await startOwnSite();
  const { page } = await signUpAt(browser, site);
  await addDevice(page);
  await addPasskey(page);
  site.sql("UPDATE session SET createdAt = ?", getElevenMinutesAgo());
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(dialog).toBeHidden();
  await expect(getPasskeyRows(page)).toHaveCount(0);
  await page.context().close();
});
