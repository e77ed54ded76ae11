// Page object of the platoon screens, and calls that create platoons and members for tests.
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { expectNoAxeViolations } from "#test/e2e/axe.ts";
import { call } from "#test/e2e/platoon.ts";
import { chooseOption, open, type Person, signUpAndIn } from "#test/e2e/site.ts";
import { SITE } from "#test/harness/ports.ts";

export const getMain = (page: Page) => page.getByRole("main");
export const getButton = (page: Page, name: string) => getMain(page).getByRole("button", { name, exact: true });
export const getDialog = (page: Page) => page.getByRole("dialog");
export const getTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const getMembers = (page: Page) => page.getByRole("list", { name: "Members" }).getByRole("listitem");
export const getMember = (page: Page, { name }: Person) => getMembers(page).filter({ hasText: name });
export const getTitle = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Returns the button of a loadout in the platoon's locker. */
export const getLoadoutCard = (page: Page, name: string) => getButton(page, name);

let platoons = 0;

/** Returns a platoon name that is unique in this run. */
export function createPlatoonName(): string {
  platoons += 1;
  return `Night Owls ${process.pid} ${platoons}`;
}

export const toSlug = (name: string) => name.toLowerCase().replaceAll(" ", "-");

export async function createPlatoon(page: Page, name: string): Promise<void> {
  await open(page, "/platoons");
  await getButton(page, "Create platoon").click();
  await getDialog(page).getByLabel("Name", { exact: true }).fill(name);
  await getDialog(page).getByLabel("Tag").fill("owl");
  await getDialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(getTitle(page, name)).toBeVisible();
}

export async function sendInvitation(page: Page, { email }: Person): Promise<void> {
  await getMain(page).getByLabel("E-mail").fill(email);
  await getButton(page, "Send invitation").click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
}

export async function createOtherUser(
  browser: Browser,
): Promise<{ page: Page; person: Person; otherContext: BrowserContext }> {
  const place = await browser.newContext({ baseURL: SITE, serviceWorkers: "block" });
  return { otherContext: place, person: await signUpAndIn(place), page: await place.newPage() };
}

/** Creates a second user who joins this page's platoon by an invitation. */
export async function addMember(page: Page, browser: Browser, organizationId: string, role: string) {
  const otherUser = await createOtherUser(browser);
  const { id } = await call(page, "invite-member", { email: otherUser.person.email, role, organizationId });
  const { member } = await call<JoinResult>(otherUser.otherContext, "accept-invitation", { invitationId: id });
  return { ...otherUser, memberId: member.id };
}

type JoinResult = { member: { id: string } };

/** Creates a platoon of this page's user by a call. */
export async function createOwnPlatoon(page: Page): Promise<{ name: string; address: string; id: string }> {
  const name = createPlatoonName();
  const { id } = await call(page, "create", { name, slug: toSlug(name), metadata: { tag: "OWL" } });
  return { name, id, address: `/platoons?platoon=${toSlug(name)}` };
}

/** Creates an invite link on the members tab; returns its address. */
export async function createLink(page: Page, uses: string): Promise<string> {
  await chooseOption(getMain(page), "Can be used by", uses);
  await getButton(page, "Create link").click();
  const field = getMain(page).getByLabel("Invite link", { exact: true });
  await expect(field).toHaveValue(/\/invite\?link=/);
  return field.inputValue();
}

type Proposal = {
  loadout: string;
  note?: string;
  purpose?: Readonly<Record<string, string>>;
  action?: "Propose a loadout" | "Publish";
};

/** Proposes one of the user's Battlefield 4 loadouts on the open page of the platoon's locker. */
export async function propose(
  page: Page,
  { loadout, note, purpose = {}, action = "Propose a loadout" }: Proposal,
): Promise<void> {
  await getButton(page, "Propose a loadout").first().click();
  await getDialog(page).getByRole("button", { name: "Choose another" }).click();
  await chooseOption(getDialog(page), "Game", "Battlefield 4");
  await getDialog(page).getByRole("button", { name: loadout }).click();
  for (const [label, choice] of Object.entries(purpose))
    await getDialog(page).getByLabel(label, { exact: true }).selectOption(choice);
  if (note) await getDialog(page).getByLabel("Note for the platoon (optional)").fill(note);
  await expectNoAxeViolations(page);
  await getDialog(page).getByRole("button", { name: action, exact: true }).click();
  await expect(getLoadoutCard(page, loadout)).toBeVisible();
}

/** Makes a decision about the open loadout. */
export async function decide(page: Page, decision: string, reason = ""): Promise<void> {
  await getButton(page, decision).click();
  await getDialog(page).getByLabel("Reason (optional)").fill(reason);
  await expectNoAxeViolations(page);
  await getDialog(page).getByRole("button", { name: decision }).click();
  await expect(getDialog(page)).toHaveCount(0);
}

/** Creates a squad with these people on the squads tab. */
export async function addSquad(page: Page, name: string, people: readonly Person[]): Promise<void> {
  await getButton(page, "New squad").click();
  await getDialog(page).getByLabel("Name of the squad").fill(name);
  for (const person of people) await getDialog(page).getByLabel(person.name).check();
  await getDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** Chooses the option with this name in a search field of the dialog. */
export async function chooseFromSearch(page: Page, label: string, name: string): Promise<void> {
  const field = getDialog(page).getByRole("combobox", { name: label, exact: true });
  await field.click();
  await field.fill(name);
  await getDialog(page).getByRole("option", { name, exact: true }).click();
}

/** Deletes the platoon on its settings tab. */
export async function deletePlatoon(page: Page, name: string): Promise<void> {
  await getButton(page, "Delete platoon").click();
  await getDialog(page).getByRole("textbox").fill(name);
  await getDialog(page).getByRole("button", { name: "Delete platoon" }).click();
}
