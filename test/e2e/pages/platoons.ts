// The screens of platoons, and people who are in one before a test begins.
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { call } from "#test/e2e/platoon.ts";
import { open, type Person, signUpAndIn } from "#test/e2e/site.ts";
import { SITE } from "#test/harness/ports.ts";

export const main = (page: Page) => page.getByRole("main");
export const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const members = (page: Page) => page.getByRole("list", { name: "Members" }).getByRole("listitem");
export const member = (page: Page, { name }: Person) => members(page).filter({ hasText: name });
export const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

let platoons = 0;

/** A name that no other platoon of this run has. */
export function newName(): string {
  platoons += 1;
  return `Night Owls ${process.pid} ${platoons}`;
}

export const toSlug = (name: string) => name.toLowerCase().replaceAll(" ", "-");

export async function createPlatoon(page: Page, name: string): Promise<void> {
  await open(page, "/platoons");
  await button(page, "Create platoon").click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("Tag").fill("owl");
  await dialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(title(page, name)).toBeVisible();
}

export async function sendInvitation(page: Page, { email }: Person): Promise<void> {
  await main(page).getByLabel("E-mail").fill(email);
  await button(page, "Send invitation").click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
}

export async function elsewhere(browser: Browser): Promise<{ page: Page; person: Person; place: BrowserContext }> {
  const place = await browser.newContext({ baseURL: SITE, serviceWorkers: "block" });
  return { place, person: await signUpAndIn(place), page: await place.newPage() };
}

/** A second person, who was invited to this page's platoon and is in it. */
export async function newMember(page: Page, browser: Browser, organizationId: string, role: string) {
  const other = await elsewhere(browser);
  const { id } = await call(page, "invite-member", { email: other.person.email, role, organizationId });
  const { member } = await call<Joined>(other.place, "accept-invitation", { invitationId: id });
  return { ...other, memberId: member.id };
}

type Joined = { member: { id: string } };

/** A platoon of this page's person, by calls. */
export async function ownPlatoon(page: Page): Promise<{ name: string; address: string; id: string }> {
  const name = newName();
  const { id } = await call(page, "create", { name, slug: toSlug(name), metadata: { tag: "OWL" } });
  return { name, id, address: `/platoons?platoon=${toSlug(name)}` };
}
