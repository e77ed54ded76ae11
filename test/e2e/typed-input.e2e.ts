// Unsent input of forms is restored after a reload, a crash or a visit to another page, and closing a dialog asks for confirmation.
import type { Locator, Page } from "@playwright/test";
import { call, chooseCardAction, getCard, saveLoadouts } from "#test/e2e/pages/locker.ts";
import { createOwnPlatoon } from "#test/e2e/pages/platoons.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { createPerson, discardInput, getAccountButton, open, signUpAndIn } from "./site.ts";

const LOCKER = "/bf4?tab=loadouts";
const NOTE = "Wait at the stairs.";

/** Returns the content of this browser's storages. */
const readStorages = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

const getDetails = (page: Page) => page.getByRole("dialog", { name: "Tags and note" });
const getNoteField = (page: Page) => getDetails(page).getByLabel("Note");
const getQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Discard what you typed?" });
const getKeepEditingButton = (page: Page) => getQuestion(page).getByRole("button", { name: "Keep editing" });
const getDiscardButton = (page: Page) => getQuestion(page).getByRole("button", { name: "Discard" });

/** Opens the dialog for tags and note of a loadout and types a note without saving it. */
async function typeNote(page: Page): Promise<void> {
  await signUpAndIn(page);
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await open(page, LOCKER);
  await chooseCardAction(page, "Alpha", "Tags and note…");
  await getNoteField(page).fill(NOTE);
}

/** Crashes the page's process. */
async function crash(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void cdp.send("Page.crash").catch(() => {});
  await crashed;
}

const CLOSE_ACTIONS: Record<string, (page: Page) => Promise<void>> = {
  "the Escape key": (page) => page.keyboard.press("Escape"),
  "its close button": (page) => getDetails(page).getByRole("button", { name: "Close" }).click(),
  "a click outside": (page) => page.mouse.click(5, 5),
};

for (const [name, close] of Object.entries(CLOSE_ACTIONS)) {
  test(`closing a dialog by ${name} asks before it discards the input`, async ({ page }) => {
    await typeNote(page);
    await close(page);
    await expect(getQuestion(page)).toBeVisible();
    await expect(getKeepEditingButton(page)).toBeFocused();
    if (name === "the Escape key") await expectNoAxeViolations(page, "[role=alertdialog]");
    await getKeepEditingButton(page).click();
    await expect(getQuestion(page)).toHaveCount(0);
    await expect(getNoteField(page)).toHaveValue(NOTE);
    await close(page);
    await getDiscardButton(page).click();
    await expect(getDetails(page)).toHaveCount(0);
    await chooseCardAction(page, "Alpha", "Tags and note…");
    await expect(getNoteField(page)).toHaveValue("");
    expect(await readStorages(page)).not.toContain(NOTE);
  });
}

/** Repeats a press that leaves the question, which listens some moments after it has the focus. */
const leaveQuestion = (page: Page, press: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await press();
    await expect(getQuestion(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });

test("a second Escape returns to the form, with the focus where it was", async ({ page }) => {
  await typeNote(page);
  await page.keyboard.press("Escape");
  await expect(getKeepEditingButton(page)).toBeFocused();
  await leaveQuestion(page, () => page.keyboard.press("Escape"));
  await expect(getNoteField(page)).toBeFocused();
  await page.keyboard.type(" Then push.");
  await expect(getNoteField(page)).toHaveValue(`${NOTE} Then push.`);
  await page.keyboard.press("Escape");
  await expect(getKeepEditingButton(page)).toBeFocused();
  await leaveQuestion(page, () => page.mouse.click(5, 5));
  await expect(getNoteField(page)).toHaveValue(`${NOTE} Then push.`);
});

test("closing does not ask if the input is unchanged or Cancel is pressed", async ({ page }) => {
  await typeNote(page);
  await getNoteField(page).fill("");
  await page.keyboard.press("Escape");
  await expect(getDetails(page)).toHaveCount(0);
  expect(await readStorages(page)).not.toContain("details:");
  await chooseCardAction(page, "Alpha", "Tags and note…");
  await page.mouse.click(5, 5);
  await expect(getDetails(page)).toHaveCount(0);
  await chooseCardAction(page, "Alpha", "Tags and note…");
  await getNoteField(page).fill(NOTE);
  await getDetails(page).getByRole("button", { name: "Cancel" }).click();
  await expect(getDetails(page)).toHaveCount(0);
  await expect(getQuestion(page)).toHaveCount(0);
  expect(await readStorages(page)).not.toContain(NOTE);
  await page.reload();
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect(getDetails(page)).toHaveCount(0);
});

test("a typed note survives a reload, another language and another page", async ({ page }) => {
  await typeNote(page);
  await page.reload();
  await expect(getNoteField(page)).toHaveValue(NOTE);
  await page.goBack();
  await open(page, "/bf4");
  await open(page, LOCKER);
  await expect(getNoteField(page)).toHaveValue(NOTE);
  await open(page, `${LOCKER}&lang=de`);
  await expect(page.getByRole("dialog").getByRole("textbox").last()).toHaveValue(NOTE);
  await open(page, `${LOCKER}&lang=en`);
  await getDetails(page).getByRole("button", { name: "Save" }).click();
  await expect(getDetails(page)).toHaveCount(0);
  await expect.poll(() => readStorages(page)).not.toContain(NOTE);
  await page.reload();
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect(getDetails(page)).toHaveCount(0);
  await chooseCardAction(page, "Alpha", "Tags and note…");
  await expect(getNoteField(page)).toHaveValue(NOTE);
});

test("a typed note survives a crash and a closed tab", async ({ page, context }) => {
  await typeNote(page);
  await crash(page);
  const nextTab = await context.newPage();
  await open(nextTab, LOCKER);
  await expect(getNoteField(nextTab)).toHaveValue(NOTE);
  await nextTab.close();
  const lastTab = await context.newPage();
  await open(lastTab, LOCKER);
  await expect(getNoteField(lastTab)).toHaveValue(NOTE);
});

test("the same form in two tabs has separate input, and each tab discards only its own", async ({ page, context }) => {
  await typeNote(page);
  const otherTab = await context.newPage();
  await open(otherTab, LOCKER);
  await expect(getCard(otherTab, "Alpha")).toBeVisible();
  await expect(getDetails(otherTab)).toHaveCount(0);
  await chooseCardAction(otherTab, "Alpha", "Tags and note…");
  await expect(getNoteField(otherTab)).toHaveValue("");
  await getNoteField(otherTab).fill("Take the roof.");
  await page.reload();
  await expect(getNoteField(page)).toHaveValue(NOTE);
  await otherTab.reload();
  await expect(getNoteField(otherTab)).toHaveValue("Take the roof.");
  await otherTab.keyboard.press("Escape");
  await getDiscardButton(otherTab).click();
  await page.reload();
  await expect(getNoteField(page)).toHaveValue(NOTE);
});

test("a sign-out removes typed input of all tabs from the device", async ({ page, context }) => {
  const person = await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await open(page, LOCKER);
  await chooseCardAction(page, "Alpha", "Tags and note…");
  await getNoteField(page).fill(NOTE);
  const otherTab = await context.newPage();
  await open(otherTab, "/");
  await getAccountButton(otherTab, person.name).click();
  await otherTab.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await expect(otherTab.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await readStorages(otherTab)).not.toContain(NOTE);
  expect(await readStorages(page)).not.toContain(NOTE);
});

test("input stays stored if its submission fails after the dialog was closed", async ({ page }) => {
  await typeNote(page);
  await page.route("**/api/trpc/loadout.save*", (route) => route.fulfill({ status: 400, json: [REFUSAL] }));
  await getDetails(page).getByRole("button", { name: "Save" }).click();
  await expect(getDetails(page)).toHaveCount(0);
  await expect.poll(() => readStorages(page)).toContain(NOTE);
});

const REFUSAL = { error: { message: "No.", code: -32600, data: { code: "BAD_REQUEST", httpStatus: 400 } } };

/** A form: the page it is on, how it opens, and the field to fill. */
type Form = {
  path: string;
  open?: (page: Page) => Promise<void>;
  /** Whether the dialog does not open automatically to restore its input. */
  isOpenedByHand?: boolean;
  field: (page: Page) => Locator;
  text: string;
};

const createPress = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
const createDialogField = (label: string) => (page: Page) =>
  page.getByRole("dialog").getByLabel(label, { exact: true });

async function expectSurvival(page: Page, form: Form): Promise<void> {
  const { path, open: openForm, isOpenedByHand, field, text } = form;
  await open(page, path);
  await openForm?.(page);
  await field(page).fill(text);
  await page.reload();
  if (isOpenedByHand) await openForm?.(page);
  await expect(field(page)).toHaveValue(text);
  await open(page, "/");
  await open(page, path);
  if (isOpenedByHand) await openForm?.(page);
  await expect(field(page)).toHaveValue(text);
  if (!openForm) return;
  await discardInput(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await readStorages(page)).not.toContain(text);
}

test("forms of the locker survive a reload", async ({ page }) => {
  await signUpAndIn(page);
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await call(page, "folder.save", { id: crypto.randomUUID(), name: "Metro nights" });
  const field = createDialogField("Name");
  await expectSurvival(page, { path: LOCKER, open: createPress("New folder"), field, text: "Caspian" });
  const rename = (current: Page) => chooseCardAction(current, "Alpha", "Rename…");
  await expectSurvival(page, { path: LOCKER, open: rename, field, text: "Night shift" });
  const renameFolder = async (current: Page) => {
    await createPress("Actions for folder Metro nights")(current);
    await current.getByRole("menuitem", { name: "Rename…" }).click();
  };
  await expectSurvival(page, { path: LOCKER, open: renameFolder, field, text: "Metro days" });
});

test("forms of soldiers and goals survive a reload", async ({ page }) => {
  await signUpAndIn(page);
  const path = "/bf4?tab=soldier";
  await expectSurvival(page, {
    path,
    open: createPress("Add a soldier"),
    field: createDialogField("Name in the game"),
    text: "ghost",
  });
  const soldier = await addSample(page, "bf4");
  const goals = `/bf4?tab=progress&list=goals&soldier=${soldier}`;
  await expectSurvival(page, {
    path: goals,
    open: createPress("Add a goal"),
    field: createDialogField("Amount"),
    text: "123456",
  });
});

test("forms of platoons survive a reload, in dialogs and on tabs", async ({ page }) => {
  await signUpAndIn(page);
  const platoon = await createOwnPlatoon(page);
  const name = createDialogField("Name");
  await expectSurvival(page, { path: "/platoons", open: createPress("Create platoon"), field: name, text: "Day Owls" });
  const squads = `${platoon.address}&tab=squads`;
  await expectSurvival(page, {
    path: squads,
    open: createPress("New squad"),
    field: createDialogField("Name of the squad"),
    text: "Bravo",
  });
  await expectSurvival(page, {
    path: squads,
    open: createPress("New sheet"),
    field: createDialogField("Title"),
    text: "Friday",
  });
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
  expect(await readStorages(page)).not.toContain("pass phrase");
});

test("a report of a shared loadout survives a reload, and closing it asks only before it is sent", async ({ page }) => {
  await signUpAndIn(page);
  const { name, loadout } = { name: "Shared", loadout: await readLoadout(page) };
  const share = (await call(page, "share.create", { name, loadout, note: null, withAuthor: false })) as { id: string };
  const form = {
    path: `/bf4?s=${share.id}`,
    open: async (at: Page) => {
      await at.getByRole("button", { name: "More actions" }).click();
      await at.getByRole("menuitem", { name: "Report" }).click();
    },
    field: createDialogField("Anything to add (optional)"),
    isOpenedByHand: true,
  };
  await expectSurvival(page, { ...form, text: "A rude word." });
  await form.open(page);
  await form.field(page).fill("Another rude word.");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(getQuestion(page)).toHaveCount(0);
  expect(await readStorages(page)).not.toContain("rude");
});

async function readLoadout(page: Page): Promise<unknown> {
  const [id] = await saveLoadouts(page, [{ name: "Beta" }]);
  const response = await page.request.get(`/api/trpc/loadout.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  return (await response.json()).result.data.loadout;
}
