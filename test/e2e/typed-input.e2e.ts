// What is typed into a form and not sent: it is there again after a reload, a crash and another page, and closing a dialog asks.
import type { Locator, Page } from "@playwright/test";
import { act, call, card, fill } from "#test/e2e/pages/locker.ts";
import { ownPlatoon } from "#test/e2e/pages/platoons.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { accountButton, discardTyped, newPerson, open, signUpAndIn } from "./site.ts";

const LOCKER = "/bf4?tab=loadouts";
const NOTE = "Wait at the stairs.";

/** All text this browser's storages hold. */
const storedTexts = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

const details = (page: Page) => page.getByRole("dialog", { name: "Tags and note" });
const note = (page: Page) => details(page).getByLabel("Note");
const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard what you typed?" });
const keepEditing = (page: Page) => question(page).getByRole("button", { name: "Keep editing" });
const discard = (page: Page) => question(page).getByRole("button", { name: "Discard" });

/** The dialog for tags and note of a loadout, with a note that is not saved. */
async function typeNote(page: Page): Promise<void> {
  await signUpAndIn(page);
  await fill(page, [{ name: "Alpha" }]);
  await open(page, LOCKER);
  await act(page, "Alpha", "Tags and note…");
  await note(page).fill(NOTE);
}

/** Ends the page's process as a crash does. */
async function crash(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void cdp.send("Page.crash").catch(() => {});
  await crashed;
}

const CLOSINGS: Record<string, (page: Page) => Promise<void>> = {
  "the Escape key": (page) => page.keyboard.press("Escape"),
  "its X": (page) => details(page).getByRole("button", { name: "Close" }).click(),
  "a press beside it": (page) => page.mouse.click(5, 5),
};

for (const [name, close] of Object.entries(CLOSINGS)) {
  test(`closing a dialog by ${name} asks before it discards what was typed`, async ({ page }) => {
    await typeNote(page);
    await close(page);
    await expect(question(page)).toBeVisible();
    await expect(keepEditing(page)).toBeFocused();
    if (name === "the Escape key") await expectNothingFound(page, "[role=alertdialog]");
    await keepEditing(page).click();
    await expect(question(page)).toHaveCount(0);
    await expect(note(page)).toHaveValue(NOTE);
    await close(page);
    await discard(page).click();
    await expect(details(page)).toHaveCount(0);
    await act(page, "Alpha", "Tags and note…");
    await expect(note(page)).toHaveValue("");
    expect(await storedTexts(page)).not.toContain(NOTE);
  });
}

test("a second Escape returns to the form, with the focus where it was", async ({ page }) => {
  await typeNote(page);
  await page.keyboard.press("Escape");
  await expect(keepEditing(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  await expect(note(page)).toBeFocused();
  await page.keyboard.type(" Then push.");
  await expect(note(page)).toHaveValue(`${NOTE} Then push.`);
  await page.keyboard.press("Escape");
  await expect(keepEditing(page)).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(question(page)).toHaveCount(0);
  await expect(note(page)).toHaveValue(`${NOTE} Then push.`);
});

test("closing asks nothing where nothing was typed, what was typed is as before, or Cancel is pressed", async ({
  page,
}) => {
  await typeNote(page);
  await note(page).fill("");
  await page.keyboard.press("Escape");
  await expect(details(page)).toHaveCount(0);
  expect(await storedTexts(page)).not.toContain("details:");
  await act(page, "Alpha", "Tags and note…");
  await page.mouse.click(5, 5);
  await expect(details(page)).toHaveCount(0);
  await act(page, "Alpha", "Tags and note…");
  await note(page).fill(NOTE);
  await details(page).getByRole("button", { name: "Cancel" }).click();
  await expect(details(page)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  expect(await storedTexts(page)).not.toContain(NOTE);
  await page.reload();
  await expect(card(page, "Alpha")).toBeVisible();
  await expect(details(page)).toHaveCount(0);
});

test("a reload, another language and another page leave a note where it was typed", async ({ page }) => {
  await typeNote(page);
  await page.reload();
  await expect(note(page)).toHaveValue(NOTE);
  await page.goBack();
  await open(page, "/bf4");
  await open(page, LOCKER);
  await expect(note(page)).toHaveValue(NOTE);
  await open(page, `${LOCKER}&lang=de`);
  await expect(page.getByRole("dialog").getByRole("textbox").last()).toHaveValue(NOTE);
  await open(page, `${LOCKER}&lang=en`);
  await details(page).getByRole("button", { name: "Save" }).click();
  await expect(details(page)).toHaveCount(0);
  await expect.poll(() => storedTexts(page)).not.toContain(NOTE);
  await page.reload();
  await expect(card(page, "Alpha")).toBeVisible();
  await expect(details(page)).toHaveCount(0);
  await act(page, "Alpha", "Tags and note…");
  await expect(note(page)).toHaveValue(NOTE);
});

test("a crash and a closed tab leave a note where it was typed", async ({ page, context }) => {
  await typeNote(page);
  await crash(page);
  const next = await context.newPage();
  await open(next, LOCKER);
  await expect(note(next)).toHaveValue(NOTE);
  await next.close();
  const last = await context.newPage();
  await open(last, LOCKER);
  await expect(note(last)).toHaveValue(NOTE);
});

test("two tabs with one form have a text each, and neither discards that of the other", async ({ page, context }) => {
  await typeNote(page);
  const other = await context.newPage();
  await open(other, LOCKER);
  await expect(card(other, "Alpha")).toBeVisible();
  await expect(details(other)).toHaveCount(0);
  await act(other, "Alpha", "Tags and note…");
  await expect(note(other)).toHaveValue("");
  await note(other).fill("Take the roof.");
  await page.reload();
  await expect(note(page)).toHaveValue(NOTE);
  await other.reload();
  await expect(note(other)).toHaveValue("Take the roof.");
  await other.keyboard.press("Escape");
  await discard(other).click();
  await page.reload();
  await expect(note(page)).toHaveValue(NOTE);
});

test("a sign-out leaves nothing that was typed on the device, in no tab", async ({ page, context }) => {
  const person = await signUpAndIn(page, { ...newPerson(), name: "Robin" });
  await fill(page, [{ name: "Alpha" }]);
  await open(page, LOCKER);
  await act(page, "Alpha", "Tags and note…");
  await note(page).fill(NOTE);
  const other = await context.newPage();
  await open(other, "/");
  await accountButton(other, person.name).click();
  await other.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await expect(other.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await storedTexts(other)).not.toContain(NOTE);
  expect(await storedTexts(page)).not.toContain(NOTE);
});

test("a text whose sending fails stays, though its dialog is closed; one that is sent is gone", async ({ page }) => {
  await typeNote(page);
  await page.route("**/api/trpc/loadout.save*", (route) => route.fulfill({ status: 400, json: [REFUSAL] }));
  await details(page).getByRole("button", { name: "Save" }).click();
  await expect(details(page)).toHaveCount(0);
  await expect.poll(() => storedTexts(page)).toContain(NOTE);
});

const REFUSAL = { error: { message: "No.", code: -32600, data: { code: "BAD_REQUEST", httpStatus: 400 } } };

/** A dialog or form by the page it is on, how it opens, and the field that is typed into. */
type Form = {
  path: string;
  open?: (page: Page) => Promise<void>;
  /** It does not open by itself where it has a text. */
  isOpenedByHand?: boolean;
  field: (page: Page) => Locator;
  text: string;
};

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
const inDialog = (label: string) => (page: Page) => page.getByRole("dialog").getByLabel(label, { exact: true });

async function expectSurvival(page: Page, form: Form): Promise<void> {
  const { path, open: show, isOpenedByHand, field, text } = form;
  await open(page, path);
  await show?.(page);
  await field(page).fill(text);
  await page.reload();
  if (isOpenedByHand) await show?.(page);
  await expect(field(page)).toHaveValue(text);
  await open(page, "/");
  await open(page, path);
  if (isOpenedByHand) await show?.(page);
  await expect(field(page)).toHaveValue(text);
  if (!show) return;
  await discardTyped(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await storedTexts(page)).not.toContain(text);
}

test("forms of the locker survive a reload", async ({ page }) => {
  await signUpAndIn(page);
  await fill(page, [{ name: "Alpha" }]);
  await call(page, "folder.save", { id: crypto.randomUUID(), name: "Metro nights" });
  const field = inDialog("Name");
  await expectSurvival(page, { path: LOCKER, open: press("New folder"), field, text: "Caspian" });
  const rename = (current: Page) => act(current, "Alpha", "Rename…");
  await expectSurvival(page, { path: LOCKER, open: rename, field, text: "Night shift" });
  const renameFolder = async (current: Page) => {
    await press("Actions for folder Metro nights")(current);
    await current.getByRole("menuitem", { name: "Rename…" }).click();
  };
  await expectSurvival(page, { path: LOCKER, open: renameFolder, field, text: "Metro days" });
});

test("forms of soldiers and goals survive a reload", async ({ page }) => {
  await signUpAndIn(page);
  const path = "/bf4?tab=soldier";
  await expectSurvival(page, {
    path,
    open: press("Add a soldier"),
    field: inDialog("Name in the game"),
    text: "ghost",
  });
  const soldier = await addSample(page, "bf4");
  const goals = `/bf4?tab=progress&list=goals&soldier=${soldier}`;
  await expectSurvival(page, { path: goals, open: press("Add a goal"), field: inDialog("Amount"), text: "123456" });
});

test("forms of platoons survive a reload, in dialogs and on tabs", async ({ page }) => {
  await signUpAndIn(page);
  const platoon = await ownPlatoon(page);
  const name = inDialog("Name");
  await expectSurvival(page, { path: "/platoons", open: press("Create platoon"), field: name, text: "Day Owls" });
  const squads = `${platoon.address}&tab=squads`;
  await expectSurvival(page, {
    path: squads,
    open: press("New squad"),
    field: inDialog("Name of the squad"),
    text: "Bravo",
  });
  await expectSurvival(page, { path: squads, open: press("New sheet"), field: inDialog("Title"), text: "Friday" });
  const email = (current: Page) => current.getByRole("main").getByLabel("E-mail");
  await expectSurvival(page, { path: `${platoon.address}&tab=members`, field: email, text: "friend@example.com" });
  const setting = (current: Page) => current.getByRole("main").getByLabel("Name", { exact: true });
  await expectSurvival(page, { path: `${platoon.address}&tab=settings`, field: setting, text: "Day and Night Owls" });
});

test("forms of the account survive a reload, without passwords", async ({ page }) => {
  await signUpAndIn(page);
  const field = (current: Page) => current.getByLabel("Name", { exact: true });
  await expectSurvival(page, { path: "/account", field, text: "Changed name" });
  await open(page, "/account?tab=security");
  await page.getByLabel("New e-mail").fill("another@example.com");
  await page.getByLabel("New password").fill("quite another pass phrase");
  await page.reload();
  await expect(page.getByLabel("New e-mail")).toHaveValue("another@example.com");
  await expect(page.getByLabel("New password")).toHaveValue("");
  expect(await storedTexts(page)).not.toContain("pass phrase");
});

test("a report of a shared loadout survives a reload and asks; sent, it asks no more", async ({ page }) => {
  await signUpAndIn(page);
  const { name, loadout } = { name: "Shared", loadout: await readLoadout(page) };
  const share = (await call(page, "share.create", { name, loadout, note: null, withAuthor: false })) as { id: string };
  const form = {
    path: `/bf4?s=${share.id}`,
    open: press("Report"),
    field: inDialog("Anything to add (optional)"),
    isOpenedByHand: true,
  };
  await expectSurvival(page, { ...form, text: "A rude word." });
  await form.open(page);
  await form.field(page).fill("Another rude word.");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  expect(await storedTexts(page)).not.toContain("rude");
});

async function readLoadout(page: Page): Promise<unknown> {
  const [id] = await fill(page, [{ name: "Beta" }]);
  const answer = await page.request.get(`/api/trpc/loadout.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  return (await answer.json()).result.data.loadout;
}
