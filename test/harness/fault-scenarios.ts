// Scenarios behind the fault gate, the same for each browser engine: no input may be lost, and no change may be sent twice.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "#test/harness/browser/tab.ts";
import { button, elementWithText, field, heading, inDialog, link, menuItem } from "#test/harness/browser/xpath.ts";
import { type FaultGate, PAGES, PERSONAL } from "#test/harness/fault-gate.ts";
import { until } from "#test/harness/until.ts";

type Stage = { tab: Tab; gate: FaultGate };

export type Scenario = {
  title: string;
  /** Whether Firefox and WebKit run it in each check run; they run the other scenarios only in the weekly run. */
  always?: true;
  play(stage: Stage): Promise<void>;
};

/** A call may take 20 s, and the next attempt may begin up to a minute after the previous one. */
const TIMEOUT_MS = 75_000;

const NAME = field("Name");
/** The button of the account menu, which also contains the user's initials. */
const accountButton = (name: string): string => `//button[.//span[normalize-space(.)='${name}, account']]`;
const PERSON = { name: "Robin Hale", email: "robin@example.com", password: "a long enough pass phrase" };

/** Opens an address of the site, and waits until the page is interactive. */
async function openPage({ tab, gate }: Stage, path: string): Promise<void> {
  await tab.goto(`${gate.origin}${path}`);
  await untilReady(tab);
}

async function reload(tab: Tab): Promise<void> {
  await tab.reload();
  await untilReady(tab);
}

const untilReady = (tab: Tab): Promise<void> =>
  until(async () => assert.ok(await tab.evaluate("document.documentElement.dataset.ready !== undefined")), 15_000);

const openLocker = (stage: Stage): Promise<void> => openPage(stage, "/bf4?tab=loadouts");

const isShown = (tab: Tab, xpath: string): Promise<boolean> =>
  tab.evaluate(`document.evaluate(${JSON.stringify(xpath)}, document, null, 3, null).booleanValue`);

const untilShown = (tab: Tab, xpath: string): Promise<void> =>
  until(async () => assert.ok(await isShown(tab, xpath), `Not shown: ${xpath}`), TIMEOUT_MS);

const untilGone = (tab: Tab, xpath: string): Promise<void> =>
  until(async () => assert.ok(!(await isShown(tab, xpath)), `Still shown: ${xpath}`), TIMEOUT_MS);

/** Returns the name of the loadout in the editor. */
const getName = (tab: Tab): Promise<string> =>
  tab.evaluate("document.querySelector('main h2:has(+ button[aria-haspopup=dialog])')?.textContent ?? ''");

/** Names the loadout in the editor, without saving it. */
async function nameLoadout(tab: Tab, name: string): Promise<void> {
  await tab.click(button("Rename loadout"));
  await tab.fill(inDialog(NAME), name);
  await tab.click(inDialog(button("Rename")));
}

const untilNamed = (tab: Tab, name: string): Promise<void> =>
  until(async () => assert.equal(await getName(tab), name), 15_000);

async function save(tab: Tab, name: string): Promise<void> {
  await nameLoadout(tab, name);
  await tab.click(button("Save"));
}

const SAVED_MESSAGE = elementWithText("Saved in your locker");
const PENDING_MESSAGE = elementWithText("on this device, on its way");

/** Opens the editor as a guest, and saves a first loadout there. */
async function startInEditor(stage: Stage, name: string): Promise<void> {
  await openPage(stage, "/bf4?tab=loadouts&edit=new");
  await save(stage.tab, name);
  await stage.tab.text(SAVED_MESSAGE);
  // The address changes to that of the saved loadout.
  await until(async () => assert.doesNotMatch(await stage.tab.evaluate("location.search"), /edit=new/), 15_000);
  stage.gate.forgetCalls();
}

async function returnToLocker(tab: Tab): Promise<void> {
  await tab.click(button("All loadouts"));
  await tab.text(heading("My loadouts"));
}

/** Opens the locker as a guest, with one loadout that the device has stored. */
async function startInLocker(stage: Stage, name: string): Promise<void> {
  await startInEditor(stage, name);
  await returnToLocker(stage.tab);
  await stage.tab.text(link(name));
  // Responses are stored in the background.
  await sleep(500);
}

async function chooseAction(tab: Tab, name: string, action: string): Promise<void> {
  await tab.click(button(`Actions for ${name}`));
  await tab.click(menuItem(action));
}

async function renameCard(tab: Tab, from: string, to: string): Promise<void> {
  await chooseAction(tab, from, "Rename…");
  await tab.fill(inDialog(NAME), to);
  await tab.click(inDialog(button("Rename")));
}

async function writeNote(tab: Tab, name: string, note: string): Promise<void> {
  await chooseAction(tab, name, "Tags and note…");
  await tab.fill(inDialog(field("Note")), note);
  await tab.click(inDialog(button("Save")));
}

type Row = { name: string; note: string; version: number };

/** Lists the live loadouts of all users on the server. */
const listRows = ({ site }: FaultGate): Row[] =>
  site
    .sql("select name, note, version from loadout where deletedAt is null order by name")
    .map((row) => ({ ...(row as Row) }));

const untilStored = (gate: FaultGate, expected: readonly Partial<Row>[]): Promise<void> =>
  until(() => {
    const rows = listRows(gate).map((row, at) =>
      Object.fromEntries(Object.keys(expected[at] ?? row).map((key) => [key, Reflect.get(row, key)])),
    );
    assert.deepEqual(rows, expected);
  }, TIMEOUT_MS);

/** Renames the only loadout, as another device of the user would. */
async function saveElsewhere(gate: FaultGate, name: string): Promise<void> {
  const [row] = gate.site.sql("select id, note, tags, body, version from loadout where deletedAt is null");
  const { id, note, tags, body, version } = row as Record<"id" | "note" | "tags" | "body", string> & {
    version: number;
  };
  const content = { name, note, tags: JSON.parse(tags), loadout: JSON.parse(body) };
  await gate.mutate("loadout.save", { id, ...content, seenVersion: version });
}

const LOADOUT_ID = "new URLSearchParams(location.search).get('edit')";

// Scripts that simulate a browser without storage. Each runs in a page before any other script.
const NO_DATABASE = 'IDBFactory.prototype.open = () => { throw new DOMException("Refused", "SecurityError"); };';
const SILENT_DATABASE = "IDBFactory.prototype.open = () => new EventTarget();";
const FULL_STORAGE = 'Storage.prototype.setItem = () => { throw new DOMException("Full", "QuotaExceededError"); };';
const NO_STORAGE =
  'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("Refused", "SecurityError"); } });';

const cardScenarios: readonly Scenario[] = [
  {
    title: "a loadout renamed on its card during a hanging request has the new name after a reload, and is sent once",
    always: true,
    async play(stage) {
      const { tab, gate } = stage;
      await startInLocker(stage, "Alpha");
      const hanging = gate.fail("loadout.save", "hang", 1);
      await renameCard(tab, "Alpha", "Bravo");
      await until(() => assert.equal(hanging.count(), 1), 15_000);
      await reload(tab);
      await untilShown(tab, link("Bravo"));
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
      assert.equal(gate.calls("loadout.save").length, 1);
    },
  },
  {
    title: "a note entered on a card during a hanging request remains after the tab is closed, and is sent once",
    async play(stage) {
      const { tab, gate } = stage;
      await startInLocker(stage, "Alpha");
      const next = await tab.openTab();
      const hanging = gate.fail("loadout.save", "hang", 1);
      await writeNote(tab, "Alpha", "For the metro");
      await until(() => assert.equal(hanging.count(), 1), 15_000);
      await tab.close();
      await openLocker({ tab: next, gate });
      await untilStored(gate, [{ name: "Alpha", note: "For the metro", version: 2 }]);
      assert.equal(gate.calls("loadout.save").length, 1);
    },
  },
  {
    title: "while a network portal answers calls, the stored locker is shown, and changes wait until the network works",
    async play(stage) {
      const { tab, gate } = stage;
      await startInLocker(stage, "Alpha");
      const portal = gate.fail(PERSONAL, "portal");
      await reload(tab);
      await tab.text(link("Alpha"));
      await renameCard(tab, "Alpha", "Bravo");
      await tab.text(link("Bravo"));
      await tab.text(elementWithText("1 change waiting"));
      portal.end();
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
      await untilGone(tab, elementWithText("waiting"));
      assert.equal(gate.calls("loadout.save").length, 1);
    },
  },
  {
    title: "a loadout that was changed elsewhere is not deleted, and the refusal is shown",
    async play(stage) {
      const { tab, gate } = stage;
      // The other device's change does not reach this page.
      gate.fail("loadout.changes", "hang");
      await startInLocker(stage, "Alpha");
      await saveElsewhere(gate, "From home");
      await chooseAction(tab, "Alpha", "Delete");
      await untilShown(tab, "//*[@role='alert' or @role='status'][contains(., 'hanged')]");
      await untilShown(tab, link("From home"));
      assert.deepEqual(
        listRows(gate).map(({ name }) => name),
        ["From home"],
      );
    },
  },
];

/** A locker file with these loadouts, each like the first of the site, in one folder. */
function getFile(gate: FaultGate, names: readonly string[]): string {
  const [row] = gate.site.sql("select body from loadout");
  const loadout = JSON.parse(String(Reflect.get(Object(row), "body")));
  const loadouts = names.map((name) => ({
    ...{ id: randomUUID(), name, note: "", tags: [], folder: "Nights", game: loadout.game, loadout },
  }));
  const head = {
    format: "fieldlocker/locker",
    version: 1,
    exportedAt: "2026-03-01T10:00:00.000Z",
    folders: ["Nights"],
  };
  return JSON.stringify({ ...head, loadouts });
}

/** Opens the import with a file of these loadouts. */
async function startImport(stage: Stage, names: readonly string[]): Promise<void> {
  const { tab, gate } = stage;
  await startInLocker(stage, "Alpha");
  await tab.click(button("Import…"));
  await tab.fill(inDialog(field("Link, code or file content")), getFile(gate, names));
  await tab.click(inDialog(button("Continue")));
}

const importScenarios: readonly Scenario[] = [
  {
    title: "an import that is interrupted by 502 responses continues, and adds each loadout once",
    async play(stage) {
      const { tab, gate } = stage;
      await startImport(stage, ["Bravo", "Charlie"]);
      const failing = gate.fail("lockerImport.send", 502);
      gate.fail("lockerImport.commit", "time-out", 1);
      await tab.click(inDialog(button("Import 2 loadouts")));
      await until(() => assert.ok(failing.count() > 1), 15_000);
      failing.end();
      await untilStored(gate, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
      await untilShown(tab, elementWithText("2 added."));
    },
  },
  {
    title: "an import completes although its page is reloaded while the server is adding the loadouts",
    async play(stage) {
      const { tab, gate } = stage;
      await startImport(stage, ["Bravo", "Charlie"]);
      const failing = gate.fail("lockerImport.commit", "time-out");
      await tab.click(inDialog(button("Import 2 loadouts")));
      await until(() => assert.ok(failing.count() > 0), 15_000);
      await reload(tab);
      failing.end();
      await untilShown(tab, elementWithText("2 added."));
      await until(() => {
        const rows = gate.site.sql(
          "select loadout.name, folder.name as folder from loadout join folder on folder.id = folderId",
        );
        assert.deepEqual(
          rows.map((row) => ({ ...Object(row) })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
          [
            { name: "Bravo", folder: "Nights" },
            { name: "Charlie", folder: "Nights" },
          ],
        );
      }, TIMEOUT_MS);
    },
  },
];

const editorScenarios: readonly Scenario[] = [
  {
    title: "pressing Save once while a proxy returns 502 stores one change, which is sent automatically",
    async play(stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      const failing = gate.fail(PERSONAL, 502);
      await save(tab, "Bravo");
      await tab.text(PENDING_MESSAGE);
      await sleep(5000);
      failing.end();
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
      await untilShown(tab, SAVED_MESSAGE);
      assert.equal(gate.calls("loadout.save").length, 1);
    },
  },
  ...(["lose-answer", "time-out"] as const).map((fault) => ({
    title: `a further change after a save without a response (${fault}) causes no conflict`,
    async play(stage: Stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      gate.fail("loadout.save", fault, 1);
      const failing = gate.fail("loadout.save", 502);
      await save(tab, "Bravo");
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
      // A busy button ignores clicks.
      await untilGone(tab, "//button[@aria-busy='true']");
      await save(tab, "Charlie");
      await untilGone(tab, "//button[@aria-busy='true']");
      failing.end();
      await untilStored(gate, [{ name: "Charlie", version: 3 }]);
      await untilShown(tab, SAVED_MESSAGE);
      assert.ok(!(await isShown(tab, "//*[@role='dialog']")));
    },
  })),
  {
    title: "saving a new loadout without a response creates it only once, also after a reload",
    async play(stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      await openPage(stage, "/bf4?tab=loadouts&edit=new");
      gate.fail("loadout.save", "time-out", 1);
      const failing = gate.fail("loadout.save", 502);
      await save(tab, "Bravo");
      await untilStored(gate, [{ name: "Alpha" }, { name: "Bravo" }]);
      await untilGone(tab, "//button[@aria-busy='true']");
      await reload(tab);
      await untilNamed(tab, "Bravo");
      await save(tab, "Charlie");
      failing.end();
      await untilStored(gate, [{ name: "Alpha" }, { name: "Charlie" }]);
      await untilShown(tab, SAVED_MESSAGE);
    },
  },
  {
    title: "saving ends within the time limit when a call hangs, and the change is sent automatically",
    async play(stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      const hanging = gate.fail("loadout.save", "hang", 1);
      await save(tab, "Bravo");
      await until(() => assert.equal(hanging.count(), 1), 15_000);
      await untilGone(tab, "//main//*[contains(text(), 'Saving')]");
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
      await untilShown(tab, SAVED_MESSAGE);
      assert.equal(gate.calls("loadout.save").length, 1);
    },
  },
  {
    title: "two tabs with the same loadout have separate drafts, and a save removes only the draft of its tab",
    always: true,
    async play(stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      const id = await tab.evaluate<string>(LOADOUT_ID);
      const other = await tab.openTab();
      await openPage({ tab: other, gate }, `/bf4?tab=loadouts&edit=${id}`);
      await untilNamed(other, "Alpha");
      await nameLoadout(tab, "From the first");
      await nameLoadout(other, "From the second");
      await reload(tab);
      await untilNamed(tab, "From the first");
      await reload(other);
      await untilNamed(other, "From the second");
      await tab.click(button("Save"));
      await tab.text(SAVED_MESSAGE);
      await reload(other);
      await untilNamed(other, "From the second");
      assert.deepEqual(
        listRows(gate).map(({ name }) => name),
        ["From the first"],
      );
      await other.close();
    },
  },
  {
    title: "two tabs that each save a new loadout create two loadouts",
    async play(stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      await openPage(stage, "/bf4?tab=loadouts&edit=new");
      await nameLoadout(tab, "From the first");
      const other = await tab.openTab();
      await openPage({ tab: other, gate }, "/bf4?tab=loadouts&edit=new");
      await nameLoadout(other, "From the second");
      await reload(tab);
      await untilNamed(tab, "From the first");
      for (const page of [tab, other]) {
        await page.click(button("Save"));
        await page.text(SAVED_MESSAGE);
      }
      await untilStored(gate, [{ name: "Alpha" }, { name: "From the first" }, { name: "From the second" }]);
      await other.close();
    },
  },
  {
    title: 'pressing "Keep both" twice creates one copy',
    async play(stage) {
      const { tab, gate } = stage;
      await startInEditor(stage, "Alpha");
      await saveElsewhere(gate, "From home");
      await save(tab, "From the train");
      const keepBoth = inDialog(button("Keep both"));
      await tab.text(keepBoth);
      await tab.evaluate(
        `((both) => { both.click(); both.click(); })(document.evaluate(${JSON.stringify(keepBoth)}, document, null, 9, null).singleNodeValue)`,
      );
      await untilShown(tab, SAVED_MESSAGE);
      await untilStored(gate, [{ name: "From home" }, { name: "From the train (copy)" }]);
      // By now, a second copy would have been sent.
      await sleep(1000);
      assert.equal(listRows(gate).length, 2);
    },
  },
];

/** The message about a change that exists only in this tab. */
const CANNOT_STORE = /(can['’]t|cannot|could not|couldn['’]t) be stored on this device|not stored on this device/i;

const storageScenarios: readonly Scenario[] = [
  {
    title: "a save that cannot be stored on the device is reported as unsent, and is sent when the server is available",
    async play(stage) {
      const { tab, gate } = stage;
      gate.inject(NO_DATABASE);
      await startInEditor(stage, "Alpha");
      const failing = gate.fail("loadout.save", 502);
      await save(tab, "Bravo");
      await until(async () => assert.match(await tab.evaluate("document.body.innerText"), CANNOT_STORE), 15_000);
      failing.end();
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
      await untilShown(tab, SAVED_MESSAGE);
    },
  },
  ...[
    { storage: "full", script: FULL_STORAGE },
    { storage: "disabled", script: NO_STORAGE },
  ].map(({ storage, script }) => ({
    title: `a change made while a proxy returns 502 remains after a reload if the local storage is ${storage}`,
    async play(stage: Stage) {
      const { tab, gate } = stage;
      gate.inject(script);
      await startInLocker(stage, "Alpha");
      const failing = gate.fail("loadout.save", 502);
      await renameCard(tab, "Alpha", "Bravo");
      await tab.text(link("Bravo"));
      await reload(tab);
      await tab.text(link("Bravo"));
      failing.end();
      await untilStored(gate, [{ name: "Bravo", version: 2 }]);
    },
  })),
  ...[
    { database: "is disabled", script: NO_DATABASE },
    { database: "never opens", script: SILENT_DATABASE },
  ].map(({ database, script }) => ({
    title: `a sign-out ends the session if the device's database ${database}`,
    async play(stage: Stage) {
      const { tab, gate } = stage;
      await signUp(stage);
      gate.inject(script);
      await openLocker(stage);
      await tab.click(accountButton(PERSON.name));
      await tab.click(button("Sign out"));
      await untilShown(tab, `//header${link("Sign in")}`);
      assert.deepEqual(gate.site.sql("select id from session"), []);
    },
  })),
];

/** Signs up, which also signs in. */
async function signUp(stage: Stage): Promise<void> {
  const { tab } = stage;
  await openPage(stage, "/login?mode=sign-up");
  await tab.fill(NAME, PERSON.name);
  await tab.fill(field("E-mail"), PERSON.email);
  await tab.fill(field("Password"), PERSON.password);
  await tab.click(button("Create account"));
  await tab.text(accountButton(PERSON.name));
  // The page navigates on its own, and the driver reports a failure when another navigation interrupts it.
  await until(async () => assert.notEqual(await tab.evaluate("location.pathname"), "/login"), 15_000);
}

const HOUR_MS = 3_600_000;

/** Returns a script that shifts the device's clock. */
const getClockScript = (ms: number): string =>
  `Date = class extends Date { constructor(...parts) { super(...(parts.length > 0 ? parts : [performance.timeOrigin + performance.now() + ${ms}])); } static now() { return new Date().getTime(); } };`;

const CARD_NAMES = "[...document.querySelectorAll('li[id^=loadout-] h4')].map((name) => name.innerText.trim())";

const untilListed = (tab: Tab, names: readonly string[]): Promise<void> =>
  until(async () => assert.deepEqual(await tab.evaluate(CARD_NAMES), names), TIMEOUT_MS);

/** Adds a copy of the first loadout, as another device of the user would. */
async function addElsewhere(gate: FaultGate, name: string): Promise<void> {
  const [row] = gate.site.sql("select body from loadout");
  const content = { name, note: "", tags: [], loadout: JSON.parse(String(Reflect.get(Object(row), "body"))) };
  await gate.mutate("loadout.save", { id: randomUUID(), ...content, seenVersion: 0 });
}

const clockScenarios: readonly Scenario[] = [
  { clock: "an hour ahead", ms: HOUR_MS },
  { clock: "a day behind", ms: -24 * HOUR_MS },
].map(({ clock, ms }) => ({
  title: `if the clock is ${clock}, the locker has the server's order, and no change causes a conflict`,
  async play(stage: Stage) {
    const { tab, gate } = stage;
    gate.inject(getClockScript(ms));
    await startInLocker(stage, "Alpha");
    await addElsewhere(gate, "Bravo");
    await addElsewhere(gate, "Charlie");
    await untilListed(tab, ["Charlie", "Bravo", "Alpha"]);
    await renameCard(tab, "Alpha", "Alpha two");
    await untilListed(tab, ["Alpha two", "Charlie", "Bravo"]);
    const failing = gate.fail(PERSONAL, 502);
    await renameCard(tab, "Bravo", "Bravo two");
    await untilListed(tab, ["Bravo two", "Alpha two", "Charlie"]);
    await reload(tab);
    await untilListed(tab, ["Bravo two", "Alpha two", "Charlie"]);
    failing.end();
    await untilStored(gate, [{ name: "Alpha two" }, { name: "Bravo two" }, { name: "Charlie" }]);
    await reload(tab);
    await untilListed(tab, ["Bravo two", "Alpha two", "Charlie"]);
    assert.ok(!(await isShown(tab, elementWithText("to resolve"))));
  },
}));

const siteScenarios: readonly Scenario[] = [
  {
    title: "the page shows the user as signed in while a proxy returns 502 for the session",
    async play(stage) {
      const { tab, gate } = stage;
      await startInLocker(stage, "Alpha");
      const failing = gate.fail("auth/get-session", 502);
      await reload(tab);
      await tab.text(link("Alpha"));
      await tab.text(accountButton("Guest"));
      // The account library repeats a failed query.
      await until(() => assert.ok(failing.count() > 1), TIMEOUT_MS);
      assert.ok(!(await isShown(tab, `//header${link("Sign in")}`)));
      assert.ok(!(await isShown(tab, elementWithText("Can't reach your account"))));
      assert.ok(await isShown(tab, link("Alpha")));
    },
  },
  {
    title: "the stored page is shown instead of a proxy's error page",
    always: true,
    async play(stage) {
      const { tab, gate } = stage;
      await startInLocker(stage, "Alpha");
      await until(async () => {
        await tab.evaluate(
          "void caches.match('/?shell&lang=en').then((page) => { window.isStored = page !== undefined; })",
        );
        assert.ok(await tab.evaluate("window.isStored === true"));
      }, TIMEOUT_MS);
      gate.fail(PAGES, 503);
      await openLocker(stage);
      await tab.text(link("Alpha"));
    },
  },
];

export const SCENARIOS: readonly Scenario[] = [
  ...cardScenarios,
  ...importScenarios,
  ...editorScenarios,
  ...storageScenarios,
  ...clockScenarios,
  ...siteScenarios,
];
