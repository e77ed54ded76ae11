// What people do on the site, by the words they see.
import { type APIResponse, type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { StoredMail } from "#server/mail/mailer.ts";
import { SITE } from "#test/harness/ports.ts";
import type { OwnSite } from "#test/harness/processes/own-site.ts";

export type Person = { name: string; email: string; password: string };

let people = 0;

/** A person who is new in this run, with a unique name and address. */
export function newPerson(): Person {
  people += 1;
  const id = `${process.pid}-${people}`;
  return { name: `Robin ${id}`, email: `robin-${id}@example.com`, password: "a long enough pass phrase" };
}

/** Opens an address and waits until its buttons answer. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

/** Holds the page's requests to these addresses until the function that is returned is called. */
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

const MAIL_PATIENCE_MS = 5000;
/** How many mails were given out: mail comes after the answer, so that the newest may still be the one before. */
const given = new Map<string, number>();

/** The link of the newest mail to this address, waited for. */
export const mailedLink = (email: string, site = SITE): Promise<string> => mailed(/https?:\/\/\S+/, email, site);

/** The sign-in code of the newest mail to this address, waited for. */
export const mailedCode = (email: string, site = SITE): Promise<string> => mailed(/\b\d{6}\b/, email, site);

/** Asked for as a program of this machine would. */
async function mailed(pattern: RegExp, email: string, site: string): Promise<string> {
  const deadline = Date.now() + MAIL_PATIENCE_MS;
  const key = `${email} ${pattern}`;
  while (Date.now() < deadline) {
    const mails: StoredMail[] = await (await fetch(`${site}/mailbox?format=json`)).json();
    const matches = mails.filter(({ to }) => to === email).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
    const [newest] = matches;
    // Two links created within the same second are identical, so a new mail is detected by the number of mails.
    if (newest && matches.length > (given.get(key) ?? 0)) {
      given.set(key, matches.length);
      return newest;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There is no new mail like ${pattern} to ${email}.`);
}

/** Anything that has cookies: a page, or a browser context without one. */
export type Visitor = Pick<Page, "request">;

/** A call of this visitor, with the Origin that their pages would send. */
export async function post({ request }: Visitor, path: string, data: unknown = {}): Promise<APIResponse> {
  const { origin } = new URL((await request.get("/api/auth/ok")).url());
  const headers = { "content-type": "application/json", "x-trpc-source": "react-app", origin };
  const answer = await request.post(path, { data: JSON.stringify(data), headers });
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
  return answer;
}

/** A person with a verified account, signed in by calls: the link of the mail does that where the sign-up was. */
export async function signUpAndIn(visitor: Visitor, person = newPerson(), site = SITE): Promise<Person> {
  await post(visitor, "/api/auth/sign-up/email", person);
  const answer = await visitor.request.get(await mailedLink(person.email, site), { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  return person;
}

/** The same through the pages, as people do it; on the page that the link of the mail leads to. */
export async function signUpOnPages(page: Page, person = newPerson(), site = SITE): Promise<Person> {
  await open(page, "/login?mode=sign-up");
  await fillSignUp(page, person);
  await page.goto(await mailedLink(person.email, site));
  await expect(accountButton(page, person.name)).toBeVisible();
  return person;
}

export const accountButton = (page: Page, name: string) => page.getByRole("button", { name: `${name}, account` });

/** Another browser of this person, signed in. */
export async function signInElsewhere(
  browser: Browser,
  { email, password }: Person,
  userAgent?: string,
): Promise<Page> {
  const place = await browser.newContext({ baseURL: SITE, serviceWorkers: "block", ...(userAgent && { userAgent }) });
  await post(place, "/api/auth/sign-in/email", { email, password });
  return place.newPage();
}

/** A page of a site of its own, and a person signed in there. */
export async function signedInAt(browser: Browser, { origin }: OwnSite): Promise<{ page: Page; person: Person }> {
  const place = await browser.newContext({ baseURL: origin });
  return { person: await signUpAndIn(place, newPerson(), origin), page: await place.newPage() };
}

/** Saves a loadout with this name; a visitor without a session becomes a guest. */
export async function saveLoadout(page: Page, name: string): Promise<void> {
  await open(page, "/bf4?tab=loadouts&edit=new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
}

/** Closes a dialog with what was typed into it. */
export async function discardTyped(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
}

/** Opens the panel with the arsenal's filters. */
export const openFilters = (page: Page) => page.getByRole("button", { name: /^Filters/ }).click();

/** The site's own select, which may replace a native one of the same role first. */
export const ownSelect = (place: Page | Locator, label: string): Locator =>
  place.locator("button").and(place.getByRole("combobox", { name: label, exact: true }));

/** Chooses in a select that is drawn by the site, and on a touch screen by the browser. */
export async function chooseIn(place: Page | Locator, label: string, option: string): Promise<void> {
  const page = "goto" in place ? place : place.page();
  if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) {
    await place.getByLabel(label, { exact: true }).selectOption(option);
    return;
  }
  await place.getByRole("combobox", { name: label, exact: true }).hover();
  await ownSelect(place, label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}
