// @rest
// Signing in by six digits from a mail.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { accountButton, mailedCode, mailedLink, newPerson, open, signUpAndIn } from "./site.ts";

const codeField = (page: Page) => page.getByLabel("Code");
const wrong = (code: string): string => (code === "000000" ? "000001" : "000000");

/** Asks for a code; the one that was mailed. */
async function askForCode(page: Page, email: string, address = "/login?mode=otp"): Promise<string> {
  await open(page, address);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send a code" }).click();
  await expect(page.getByText(`We sent a 6-digit code to ${email}`)).toBeVisible();
  return mailedCode(email);
}

const MAX_STOPS = 30;

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MAX_STOPS && !(await isThere()); stop += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

test("a code signs in as soon as it is typed, and leads back to where one was going", async ({ page }) => {
  const person = await signUpAndIn(page);
  await page.context().clearCookies();
  await open(page, "/login?redirect=%2Fbf4");
  await page.getByRole("link", { name: "E-mail me a code" }).click();
  await expect(page).toHaveURL("/login?mode=otp&redirect=%2Fbf4");
  const code = await askForCode(page, person.email, page.url());
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await expect(page).toHaveURL("/bf4");
  await expect(accountButton(page, person.name)).toBeVisible();
  await page.context().clearCookies();
  await open(page, "/login");
  await expect(page.getByRole("paragraph").filter({ hasText: "E-mail me a code" })).toContainText("Last used");
});

test("a code makes an account where there is none", async ({ page }) => {
  const { email } = newPerson();
  const code = await askForCode(page, email);
  await codeField(page).fill(code);
  await expect(accountButton(page, email.split("@", 1)[0] ?? "")).toBeVisible();
});

test("the field asks phones for digits and for the code of the message, and takes one with a space", async ({
  page,
}) => {
  const { email } = newPerson();
  const code = await askForCode(page, email);
  await expect(codeField(page)).toHaveAttribute("inputmode", "numeric");
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(codeField(page)).toHaveAttribute("maxlength", "6");
  await codeField(page).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    ` ${code.slice(0, 3)} ${code.slice(3)}`,
  );
  await expect(accountButton(page, email.split("@", 1)[0] ?? "")).toBeVisible();
});

test("a wrong code shows how many tries are left, and after three even the right one is refused", async ({ page }) => {
  const { email } = newPerson();
  const code = await askForCode(page, email);
  for (const words of ["Wrong code. 2 tries left.", "Wrong code. 1 try left.", "Wrong code, and no tries left."]) {
    await codeField(page).fill(wrong(code));
    await expect(page.getByRole("alert")).toContainText(words);
    await expect(codeField(page)).toHaveValue("");
  }
  await codeField(page).fill(code);
  await expect(page.getByRole("alert")).toHaveText("Too many wrong codes. Send another one.");
  await expect(codeField(page)).toBeFocused();
});

test("another code is sent after half a minute, counted down in sight, and works", async ({ page }) => {
  const { email } = newPerson();
  await page.clock.install();
  const first = await askForCode(page, email);
  await expect(page.getByText(/Send another code in (30|29|28) s/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send another code" })).toHaveCount(0);
  await page.clock.runFor(20_000);
  await expect(page.getByText(/Send another code in (10|9|8|7) s/)).toBeVisible();
  await codeField(page).fill(wrong(first));
  await expect(page.getByRole("alert")).toContainText("2 tries left");
  await page.clock.runFor(11_000);
  await page.getByRole("button", { name: "Send another code" }).click();
  await expect(page.getByText("Sent again.")).toBeVisible();
  const second = await mailedCode(email);
  await codeField(page).fill(wrong(second));
  await expect(page.getByRole("alert")).toContainText("2 tries left");
  await codeField(page).fill(second);
  await expect(accountButton(page, email.split("@", 1)[0] ?? "")).toBeVisible();
});

test("too many tries of an address are refused with the minutes to wait", async ({ page }) => {
  const { email } = newPerson();
  const code = await askForCode(page, email);
  const tries = await page.evaluate(
    async (body) => {
      const statuses: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        const headers = { "content-type": "application/json" };
        const answer = await fetch("/api/auth/sign-in/email-otp", { method: "POST", headers, body });
        statuses.push(answer.status);
      }
      return statuses;
    },
    JSON.stringify({ email, otp: wrong(code) }),
  );
  expect(tries).not.toContain(429);
  await codeField(page).fill(code);
  await expect(page.getByRole("alert")).toHaveText("Too many tries. Wait 15 minutes, then try again.");
});

test("sign-up, verification, a code and the Security tab are reached by the keyboard alone", async ({ page }) => {
  const person = newPerson();
  await open(page, "/login?mode=sign-up");
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type(person.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`We sent a link to ${person.email}`)).toBeVisible();
  await open(page, await mailedLink(person.email));
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
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await mailedCode(person.email));
  await expect(page).toHaveURL("/account?tab=security");
  await expect(page.getByRole("heading", { name: "Account" })).toBeFocused();
  await expect(page.getByLabel("Current password")).toBeVisible();
});
