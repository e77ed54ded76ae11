// @rest
// Signing in with a six-digit code from a mail.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { createPerson, getAccountButton, open, signUpAndIn, waitForMailedCode, waitForMailedLink } from "./site.ts";

const getCodeField = (page: Page) => page.getByLabel("Code");
const getWrongCode = (code: string): string => (code === "000000" ? "000001" : "000000");

/** Requests a code; returns the code from the mail. */
async function requestCode(page: Page, email: string, address = "/login?mode=otp"): Promise<string> {
  await open(page, address);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send a code" }).click();
  await expect(page.getByText(`We sent a 6-digit code to ${email}`)).toBeVisible();
  return waitForMailedCode(email);
}

const MAX_STOPS = 30;

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MAX_STOPS && !(await isFocused()); stop += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

test("a code signs in as soon as it is typed, and leads back to where one was going", async ({ page }) => {
  const person = await signUpAndIn(page);
  await page.context().clearCookies();
  await open(page, "/login?redirect=%2Fbf4");
  await page.getByRole("link", { name: "E-mail me a code" }).click();
  await expect(page).toHaveURL("/login?mode=otp&redirect=%2Fbf4");
  const code = await requestCode(page, person.email, page.url());
  await expect(getCodeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await expect(page).toHaveURL("/bf4");
  await expect(getAccountButton(page, person.name)).toBeVisible();
  await page.context().clearCookies();
  await open(page, "/login");
  await expect(page.getByRole("paragraph").filter({ hasText: "E-mail me a code" })).toContainText("Last used");
});

test("a code creates an account for an unknown address", async ({ page }) => {
  const { email } = createPerson();
  const code = await requestCode(page, email);
  await getCodeField(page).fill(code);
  await expect(getAccountButton(page, email.split("@", 1)[0] ?? "")).toBeVisible();
});

test("the code field has the attributes for autofill on phones, and accepts a pasted code with spaces", async ({
  page,
}) => {
  const { email } = createPerson();
  const code = await requestCode(page, email);
  await expect(getCodeField(page)).toHaveAttribute("inputmode", "numeric");
  await expect(getCodeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(getCodeField(page)).toHaveAttribute("maxlength", "6");
  await getCodeField(page).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    ` ${code.slice(0, 3)} ${code.slice(3)}`,
  );
  await expect(getAccountButton(page, email.split("@", 1)[0] ?? "")).toBeVisible();
});

test("a wrong code shows how many tries are left, and after three even the right one is refused", async ({ page }) => {
  const { email } = createPerson();
  const code = await requestCode(page, email);
  for (const message of ["Wrong code. 2 tries left.", "Wrong code. 1 try left.", "Wrong code, and no tries left."]) {
    await getCodeField(page).fill(getWrongCode(code));
    await expect(page.getByRole("alert")).toContainText(message);
    await expect(getCodeField(page)).toHaveValue("");
  }
  await getCodeField(page).fill(code);
  await expect(page.getByRole("alert")).toHaveText("Too many wrong codes. Send another one.");
  await expect(getCodeField(page)).toBeFocused();
});

test("another code can be sent after a visible countdown of 30 seconds, and works", async ({ page }) => {
  const { email } = createPerson();
  await page.clock.install();
  const firstCode = await requestCode(page, email);
  await expect(page.getByText(/Send another code in (30|29|28) s/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send another code" })).toHaveCount(0);
  await page.clock.runFor(20_000);
  await expect(page.getByText(/Send another code in (10|9|8|7) s/)).toBeVisible();
  await getCodeField(page).fill(getWrongCode(firstCode));
  await expect(page.getByRole("alert")).toContainText("2 tries left");
  await page.clock.runFor(11_000);
  await page.getByRole("button", { name: "Send another code" }).click();
  await expect(page.getByText("Sent again.")).toBeVisible();
  const secondCode = await waitForMailedCode(email);
  await getCodeField(page).fill(getWrongCode(secondCode));
  await expect(page.getByRole("alert")).toContainText("2 tries left");
  await getCodeField(page).fill(secondCode);
  await expect(getAccountButton(page, email.split("@", 1)[0] ?? "")).toBeVisible();
});

test("too many tries for an address are refused with the number of minutes to wait", async ({ page }) => {
  const { email } = createPerson();
  const code = await requestCode(page, email);
  const tries = await page.evaluate(
    async (body) => {
      const statuses: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        const headers = { "content-type": "application/json" };
        const response = await fetch("/api/auth/sign-in/email-otp", { method: "POST", headers, body });
        statuses.push(response.status);
      }
      return statuses;
    },
    JSON.stringify({ email, otp: getWrongCode(code) }),
  );
  expect(tries).not.toContain(429);
  await getCodeField(page).fill(code);
  await expect(page.getByRole("alert")).toHaveText("Too many tries. Wait 15 minutes, then try again.");
});

test("sign-up, verification, a code and the Security tab can be used by keyboard alone", async ({ page }) => {
  const person = createPerson();
  await open(page, "/login?mode=sign-up");
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type(person.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`We sent a link to ${person.email}`)).toBeVisible();
  await open(page, await waitForMailedLink(person.email));
  await page.getByRole("main").getByRole("link", { name: "Home" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await page.context().clearCookies();
  await open(page, "/login?redirect=%2Faccount%3Ftab%3Dsecurity");
  await tabTo(page, page.getByRole("link", { name: "E-mail me a code" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "E-mail me a code" })).toBeVisible();
  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(person.email);
  await page.keyboard.press("Enter");
  await expect(getCodeField(page)).toBeFocused();
  await page.keyboard.type(await waitForMailedCode(person.email));
  await expect(page).toHaveURL("/account?tab=security");
  await expect(page.getByRole("heading", { name: "Account" })).toBeFocused();
  await expect(page.getByLabel("Current password")).toBeVisible();
});
