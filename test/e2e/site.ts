// Actions of users on the site: sign-up, sign-in, mails and common controls.

import { type APIResponse, type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { StoredMail } from "#server/mail/mailer.ts";
import { SITE } from "#test/harness/ports.ts";
import type { OwnSite } from "#test/harness/processes/own-site.ts";
import { nameLoadout } from "./pages/editor.ts";

export type Person = { name: string; email: string; password: string };

let people = 0;

/** Returns a new person with a unique name and address. */
export function createPerson(): Person {
  people += 1;
  const id = `${process.pid}-${people}`;
  return { name: `Robin ${id}`, email: `robin-${id}@example.com`, password: "a long enough pass phrase" };
}

/** Opens an address and waits until the page is hydrated. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

/** Holds the page's requests to these addresses until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export async function fillSignUp(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
}

export async function fillSignIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const MAIL_TIMEOUT_MS = 5000;
/** The number of mails already returned. Mail is sent after the response, so the newest mail may be one that was returned before. */
const returnedCounts = new Map<string, number>();

/** Waits for a new mail to an address; returns its link. */
export const waitForMailedLink = (email: string, site = SITE): Promise<string> =>
  waitForMail(/https?:\/\/\S+/, email, site);

/** Waits for a new mail to an address; returns its sign-in code. */
export const waitForMailedCode = (email: string, site = SITE): Promise<string> => waitForMail(/\b\d{6}\b/, email, site);

/** Waits for a new mail to an address; returns the first match of the pattern. */
async function waitForMail(pattern: RegExp, email: string, site: string): Promise<string> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  const key = `${email} ${pattern}`;
  while (Date.now() < deadline) {
    const mails: StoredMail[] = await (await fetch(`${site}/mailbox?format=json`)).json();
    const matches = mails.filter(({ to }) => to === email).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
    const [newest] = matches;
    // Two links created within the same second are identical, so a new mail is detected by the number of mails.
    if (newest && matches.length > (returnedCounts.get(key) ?? 0)) {
      returnedCounts.set(key, matches.length);
      return newest;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There is no new mail like ${pattern} to ${email}.`);
}

/** A page or a browser context, whose cookies a call uses. */
export type Visitor = Pick<Page, "request">;

/** Sends a POST request with the visitor's cookies and the site's Origin. */
export async function post({ request }: Visitor, path: string, data: unknown = {}): Promise<APIResponse> {
  const { origin } = new URL((await request.get("/api/auth/ok")).url());
  const headers = { "content-type": "application/json", "x-trpc-source": "react-app", origin };
  const response = await request.post(path, { data: JSON.stringify(data), headers });
  expect(response.ok(), `${path} answered ${response.status()}: ${await response.text()}`).toBe(true);
  return response;
}

/** Creates a verified account by calls and signs in: the link of the mail signs in the browser of the sign-up. */
export async function signUpAndIn(visitor: Visitor, person = createPerson(), site = SITE): Promise<Person> {
  await post(visitor, "/api/auth/sign-up/email", person);
  const response = await visitor.request.get(await waitForMailedLink(person.email, site), { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  return person;
}

/** Creates a verified account and signs in through the pages; ends on the page of the mail's link. */
export async function signUpOnPages(page: Page, person = createPerson(), site = SITE): Promise<Person> {
  await open(page, "/login?mode=sign-up");
  await fillSignUp(page, person);
  await page.goto(await waitForMailedLink(person.email, site));
  await expect(getAccountButton(page, person.name)).toBeVisible();
  return person;
}

export const getAccountButton = (page: Page, name: string) => page.getByRole("button", { name: `${name}, account` });

/** Signs in a person in another browser context; returns a page of it. */
export async function signInElsewhere(
  browser: Browser,
  { email, password }: Person,
  userAgent?: string,
): Promise<Page> {
  const deviceContext = await browser.newContext({
    baseURL: SITE,
    serviceWorkers: "block",
    ...(userAgent && { userAgent }),
  });
  await post(deviceContext, "/api/auth/sign-in/email", { email, password });
  return deviceContext.newPage();
}

/** Signs up a person at another site; returns a page of that site. */
export async function signUpAt(browser: Browser, { origin }: OwnSite): Promise<{ page: Page; person: Person }> {
  const siteContext = await browser.newContext({ baseURL: origin });
  return { person: await signUpAndIn(siteContext, createPerson(), origin), page: await siteContext.newPage() };
}

/** Saves a loadout with this name; a visitor without a session becomes a guest. */
export async function saveLoadout(page: Page, name: string): Promise<void> {
  await open(page, "/bf4?tab=loadouts&edit=new");
  await nameLoadout(page, name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
}

/** Closes a dialog and discards its input. */
export async function discardInput(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
}

/** Opens the panel with the conditions of times to kill. */
export const openScenario = (place: Page | Locator) => place.getByRole("button", { name: /hit rate/ }).click();

/** Opens the panel with the filters of a list, unless it is open. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Filters/ });
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
}

/** Returns the site's own select, which may replace a native one after a while. */
export const getSiteSelect = (place: Page | Locator, label: string): Locator =>
  place.locator("button").and(place.getByRole("combobox", { name: label, exact: true }));

/** Chooses an option of a select, which is native on touch screens. */
export async function chooseOption(place: Page | Locator, label: string, option: string): Promise<void> {
  const page = "goto" in place ? place : place.page();
  if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) {
    await place.getByLabel(label, { exact: true }).selectOption(option);
    return;
  }
  await place.getByRole("combobox", { name: label, exact: true }).hover();
  await getSiteSelect(place, label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}
