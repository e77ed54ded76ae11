// The screens of platoons, and people who are in one before a test begins.
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { expectNothingFound } from "#test/e2e/axe.ts";
import { call } from "#test/e2e/platoon.ts";
import { chooseIn, open, type Person, signUpAndIn } from "#test/e2e/site.ts";
import { SITE } from "#test/harness/ports.ts";

export const main = (page: Page) => page.getByRole("main");
export const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const members = (page: Page) => page.getByRole("list", { name: "Members" }).getByRole("listitem");
export const member = (page: Page, { name }: Person) => members(page).filter({ hasText: name });
export const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** The button of a loadout in the platoon's locker. */
export const loadoutCard = (page: Page, name: string) => button(page, name);

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

/** Makes an invite link on the members tab, and answers its address. */
export async function makeLink(page: Page, uses: string): Promise<string> {
  await chooseIn(main(page), "Can be used by", uses);
  await button(page, "Create link").click();
  const field = main(page).getByLabel("Invite link", { exact: true });
  await expect(field).toHaveValue(/\/invite\?link=/);
  return field.inputValue();
}

type Proposal = {
  loadout: string;
  note?: string;
  purpose?: Readonly<Record<string, string>>;
  action?: "Propose a loadout" | "Publish";
};

/** Brings one of the person's own loadouts of Battlefield 4 to the platoon's locker, which is open. */
export async function propose(
  page: Page,
  { loadout, note, purpose = {}, action = "Propose a loadout" }: Proposal,
): Promise<void> {
  await button(page, "Propose a loadout").first().click();
  await chooseIn(dialog(page), "Game", "Battlefield 4");
  await dialog(page).getByRole("button", { name: loadout }).click();
  for (const [label, choice] of Object.entries(purpose))
    await dialog(page).getByLabel(label, { exact: true }).selectOption(choice);
  if (note) await dialog(page).getByLabel("Note for the platoon (optional)").fill(note);
  await expectNothingFound(page);
  await dialog(page).getByRole("button", { name: action, exact: true }).click();
  await expect(loadoutCard(page, loadout)).toBeVisible();
}

/** Decides on the loadout that is open. */
export async function decide(page: Page, decision: string, reason = ""): Promise<void> {
  await button(page, decision).click();
  await dialog(page).getByLabel("Reason (optional)").fill(reason);
  await expectNothingFound(page);
  await dialog(page).getByRole("button", { name: decision }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** Makes a squad of these people on the squads tab. */
export async function addSquad(page: Page, name: string, people: readonly Person[]): Promise<void> {
  await button(page, "New squad").click();
  await dialog(page).getByLabel("Name of the squad").fill(name);
  for (const person of people) await dialog(page).getByLabel(person.name).check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** Chooses, in a field of the dialog that searches, what has this name. */
export async function find(page: Page, label: string, name: string): Promise<void> {
  const field = dialog(page).getByRole("combobox", { name: label, exact: true });
  await field.click();
  await field.fill(name);
  await dialog(page).getByRole("option", { name, exact: true }).click();
}

/** Deletes the platoon on its settings tab. */
export async function deletePlatoon(page: Page, name: string): Promise<void> {
  await button(page, "Delete platoon").click();
  await dialog(page).getByRole("textbox").fill(name);
  await dialog(page).getByRole("button", { name: "Delete platoon" }).click();
}
