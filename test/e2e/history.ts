// A random history of a locker with simulated failures: the actions of one user in two tabs and on a second device, and a simple
// model of the expected state. At the end, every confirmed change must be on the server or be visibly pending or in conflict, and
// nothing may exist twice.

import type { BrowserContext, Locator, Page } from "@playwright/test";
import { createRandom } from "#domain/seeded-random.ts";
import { getLoadoutName, nameLoadout } from "#test/e2e/pages/editor.ts";
import { call, chooseCardAction, getCard, saveLoadouts } from "#test/e2e/pages/locker.ts";
import { countChanges, getSaveButton, getSyncStatus } from "#test/e2e/pages/offline.ts";
import { type Failure, type Fault, type FaultGate, PERSONAL } from "#test/harness/fault-gate.ts";
import { post } from "./site.ts";

const ACTIONS = 16;
/** How long an action waits for an element, which never appears under some failures. */
const SCREEN_MS = 1500;
const SAVE_MS = 2500;
const END_MS = 60_000;

type Field = "name" | "note" | "tags";

/** A text that was entered once; all texts are different. */
type Token = {
  text: string;
  loadout: number;
  field: Field;
  /** The text this one replaced. */
  parent: string;
  device: 1 | 2;
  /** Whether a screen has shown that it is saved, on the device or on the server. */
  isConfirmed: boolean;
  /** Whether another version was chosen in a conflict. */
  isDropped: boolean;
};

/** The expected pin, folder and deletion; undefined where no screen has confirmed it. */
type ExpectedState = {
  isPinned: boolean | undefined;
  isInFolder: boolean | undefined;
  deletedAs: string | null | undefined;
};

/** An open tab, and the draft that it has confirmed. */
type OpenTab = { page: Page; draft: string | null };

type Row = {
  id: string;
  name: string;
  note: string;
  tags: string;
  version: number;
  deletedAt: string | null;
  pinnedAt: string | null;
  folderId: string | null;
};

/** Whether the text contains the whole token; `L1-12` contains `L1-1` only as a prefix. */
const hasToken = (text: string, token: string): boolean => new RegExp(`${token}(?!\\d)`).test(text);

/** Plays the history of a seed. Returns its problems and actions, or an empty list without problems. */
export async function playHistory(context: BrowserContext, gate: FaultGate, seed: number): Promise<readonly string[]> {
  const history = new History(context, gate, seed);
  await history.begin();
  for (let step = 0; step < ACTIONS; step += 1) await history.act();
  return history.end();
}

class History {
  readonly context: BrowserContext;
  readonly gate: FaultGate;
  readonly random: () => number;
  readonly log: string[] = [];
  readonly problems: string[] = [];
  readonly tokens = new Map<string, Token>();
  readonly expected = new Map<number, ExpectedState>();
  readonly tabs: OpenTab[] = [];
  /** Loadouts that were deleted and saved as new ones; an undo of the deletion makes two of them. */
  readonly resavedAsNew = new Set<number>();
  failure: Failure | null = null;
  owner = "";
  folderId = "";
  counter = 0;

  constructor(context: BrowserContext, gate: FaultGate, seed: number) {
    this.context = context;
    this.gate = gate;
    this.random = createRandom(seed);
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.random() * values.length)];
    if (value === undefined) throw new Error("There is nothing to choose from.");
    return value;
  }

  /** Creates a new text for a loadout, which contains the loadout's number. */
  createToken(loadout: number, field: Field, parent: string, device: 1 | 2 = 1): Token {
    this.counter += 1;
    const text = `${field === "name" ? "L" : field[0]}${loadout}-${this.counter}`;
    const token = { text, loadout, field, parent, device, isConfirmed: false, isDropped: false };
    this.tokens.set(text, token);
    return token;
  }

  async begin(): Promise<void> {
    const page = await this.openTab();
    await post(page, "/api/auth/sign-in/anonymous");
    const names = [1, 2, 3].map((loadout) => this.createToken(loadout, "name", "").text);
    const [first] = await saveLoadouts(
      page,
      names.map((name) => ({ name })),
    );
    this.folderId = crypto.randomUUID();
    await call(page, "folder.save", { id: this.folderId, name: "Nights" });
    for (const name of names) this.confirm(name);
    const [row] = this.gate.site.sql("select userId from loadout where id = ?", first ?? "");
    this.owner = String(Reflect.get(Object(row), "userId"));
    await this.openLocker(page);
  }

  confirm(text: string): void {
    const token = this.tokens.get(text);
    if (token) token.isConfirmed = true;
  }

  async openTab(): Promise<Page> {
    const page = await this.context.newPage();
    page.setDefaultTimeout(SCREEN_MS);
    this.tabs.push({ page, draft: null });
    return page;
  }

  async openLocker(page: Page): Promise<void> {
    await page.goto("/bf4?tab=loadouts", { timeout: 20_000 });
    const isRead = page.locator("li[id^=loadout-]").or(page.getByText("No loadouts for this game yet."));
    await isRead.first().waitFor({ timeout: 15_000 });
  }

  listRows(): Row[] {
    const columns = "id, name, note, tags, version, deletedAt, pinnedAt, folderId";
    return this.gate.site.sql(`select ${columns} from loadout where userId = ?`, this.owner) as Row[];
  }

  /** Performs a random action, which may be impossible on the current screen. */
  async act(): Promise<void> {
    const tab = this.pick(this.tabs);
    const isEditor = await getLoadoutName(tab.page).isVisible();
    const editorActions = [this.edit, this.edit, this.save, this.save, this.leave];
    const lockerActions = [
      this.openEditor,
      this.openEditor,
      this.renameCard,
      this.renameCard,
      this.describeCard,
      this.pin,
      this.move,
      this.remove,
      this.undo,
      this.create,
    ];
    const commonActions = [
      this.openSecondTab,
      this.closeTab,
      this.reload,
      this.crash,
      this.fail,
      this.fail,
      this.recover,
    ];
    const screenActions = isEditor ? editorActions : lockerActions;
    const action = this.pick([...screenActions, ...screenActions, ...commonActions, this.saveElsewhere]);
    try {
      await action.call(this, tab);
    } catch (error) {
      this.log.push(`${action.name}: not possible (${String(error).split("\n")[0]?.slice(0, 120)})`);
      await this.closeDialog(tab.page);
    }
  }

  async closeDialog(page: Page): Promise<void> {
    if (!page.isClosed() && (await page.getByRole("dialog").count())) await page.keyboard.press("Escape");
  }

  async listNames(page: Page): Promise<string[]> {
    const names = await page.locator("li[id^=loadout-] h4").allInnerTexts();
    return names.map((name) => name.trim()).filter((name) => this.tokens.has(name));
  }

  async pickCard(page: Page): Promise<{ name: string; loadout: number }> {
    const name = this.pick(await this.listNames(page));
    return { name, loadout: this.tokens.get(name)?.loadout ?? 0 };
  }

  async openEditor({ page }: OpenTab): Promise<void> {
    const { name } = await this.pickCard(page);
    await getCard(page, name).click();
    await getLoadoutName(page).waitFor();
    this.log.push(`open ${name}`);
  }

  async create(tab: OpenTab): Promise<void> {
    await tab.page.getByRole("button", { name: "New loadout" }).click();
    await getLoadoutName(tab.page).waitFor();
    const loadout = 10 + this.counter;
    const token = this.createToken(loadout, "name", "");
    await nameLoadout(tab.page, token.text);
    this.log.push(`new ${token.text}`);
    await this.pressSave(tab, token);
  }

  async edit(tab: OpenTab): Promise<void> {
    const parent = (await getLoadoutName(tab.page).textContent()) ?? "";
    const loadout = this.tokens.get(parent.replace(/ \(copy\)$/, ""))?.loadout;
    if (loadout === undefined || parent.endsWith("(copy)")) throw new Error("Another loadout is open.");
    const token = this.createToken(loadout, "name", parent);
    await nameLoadout(tab.page, token.text);
    tab.draft = token.text;
    await tab.page.getByRole("status").filter({ hasText: "Draft stored on this device" }).waitFor();
    this.log.push(`edit ${parent} to ${token.text}`);
  }

  async save(tab: OpenTab): Promise<void> {
    const token = this.tokens.get((await getLoadoutName(tab.page).textContent()) ?? "");
    if (!token) throw new Error("Another loadout is open.");
    this.log.push(`save ${token.text}`);
    await this.pressSave(tab, token);
  }

  /** Presses Save and resolves a conflict. */
  async pressSave(tab: OpenTab, token: Token): Promise<void> {
    const { page } = tab;
    await getSaveButton(page).click();
    let outcome = await this.waitForOutcome(page);
    if (outcome === "dialog") {
      await this.resolveConflict(page, token);
      outcome = await this.waitForOutcome(page);
    }
    this.log.push(`  ${outcome}`);
    if (outcome !== "saved" && outcome !== "stored") return;
    if (!token.isDropped) token.isConfirmed = true;
    if (tab.draft === token.text) tab.draft = null;
  }

  async waitForOutcome(page: Page): Promise<string> {
    const getOutcome = () => {
      if (document.querySelector("[role=dialog]")) return "dialog";
      const status = [...document.querySelectorAll("main [role=status]")]
        .map((otherToken) => otherToken.textContent)
        .join();
      if (status.includes("Saved in your locker")) return "saved";
      if (status.includes("Saved on this device")) return "stored";
      return document.querySelector("main .dock [role=alert]") ? "refused" : null;
    };
    const outcome = await page.waitForFunction(getOutcome, null, { timeout: SAVE_MS }).catch(() => null);
    return (await outcome?.jsonValue()) ?? "no answer yet";
  }

  async resolveConflict(page: Page, token: Token): Promise<void> {
    const choices = ["Keep both", "Keep mine", "Take theirs", "Save as new", "Leave it deleted"];
    const buttons = await page.getByRole("dialog").getByRole("button").allInnerTexts();
    const buttonName = this.pick(choices.filter((each) => buttons.includes(each)));
    this.log.push(`  ${buttonName}`);
    if (buttonName === "Save as new") this.resavedAsNew.add(token.loadout);
    const conflictingRow = this.listRows().find((row) => this.tokens.get(row.name)?.loadout === token.loadout);
    const isTheirs = ({ text, field }: Token) => hasToken(conflictingRow?.[field] ?? "", text);
    for (const one of this.tokens.values()) {
      if (one.loadout !== token.loadout) continue;
      if (buttonName === "Keep mine" ? isTheirs(one) : /theirs|Leave/.test(buttonName) && !isTheirs(one))
        one.isDropped = true;
    }
    await page.getByRole("dialog").getByRole("button", { name: buttonName }).click();
  }

  async leave(tab: OpenTab): Promise<void> {
    await tab.page.getByRole("button", { name: "All loadouts" }).click();
    tab.draft = null;
    this.log.push("to the locker");
  }

  /** Waits for the expected content; returns whether it remains without a refusal. */
  async isApplied(shown: Locator, page: Page): Promise<boolean> {
    await shown.waitFor();
    // A refusal appears with the response.
    await page.waitForTimeout(300);
    return (await shown.isVisible()) && (await page.getByRole("main").getByRole("alert").count()) === 0;
  }

  async renameCard({ page }: OpenTab): Promise<void> {
    const { name, loadout } = await this.pickCard(page);
    await chooseCardAction(page, name, "Rename…");
    // Another device may have renamed the loadout since the card was chosen.
    const field = page.getByRole("dialog").getByLabel("Name", { exact: true });
    const token = this.createToken(loadout, "name", await field.inputValue());
    await field.fill(token.text);
    await page.getByRole("dialog").getByRole("button", { name: "Rename", exact: true }).click();
    token.isConfirmed = await this.isApplied(getCard(page, token.text), page);
    this.log.push(`rename ${name} to ${token.text}${token.isConfirmed ? "" : ", refused"}`);
  }

  async describeCard({ page }: OpenTab): Promise<void> {
    const { name, loadout } = await this.pickCard(page);
    await chooseCardAction(page, name, "Tags and note…");
    const field = this.pick(["note", "tags"] as const);
    const input = page.getByRole("textbox", { name: field === "note" ? "Note" : "Tags", exact: true });
    const token = this.createToken(loadout, field, await input.inputValue());
    await input.fill(token.text);
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    const item = this.getItem(page, name);
    token.isConfirmed = await this.isApplied(item.getByText(field === "note" ? "Note" : token.text), page);
    this.log.push(`${field} of ${name}: ${token.text}${token.isConfirmed ? "" : ", refused"}`);
  }

  getItem(page: Page, name: string): Locator {
    return page.locator("li[id^=loadout-]").filter({ has: getCard(page, name) });
  }

  getExpected(loadout: number): ExpectedState {
    const expected = this.expected.get(loadout) ?? { isPinned: undefined, isInFolder: undefined, deletedAs: null };
    this.expected.set(loadout, expected);
    return expected;
  }

  async pin({ page }: OpenTab): Promise<void> {
    const { name, loadout } = await this.pickCard(page);
    const pinned = this.getItem(page, name).getByText("Pinned");
    const isPinned = (await pinned.count()) === 0;
    const expected = this.getExpected(loadout);
    expected.isPinned = undefined;
    await chooseCardAction(page, name, isPinned ? "Pin" : "Unpin");
    const shownItem = isPinned ? pinned : this.getItem(page, name).filter({ hasNotText: "Pinned" });
    if (await this.isApplied(shownItem, page)) expected.isPinned = isPinned;
    this.log.push(`${isPinned ? "pin" : "unpin"} ${name}`);
  }

  async move({ page }: OpenTab): Promise<void> {
    const { name, loadout } = await this.pickCard(page);
    const inFolder = this.getItem(page, name).getByText("Nights");
    const isInFolder = (await inFolder.count()) === 0;
    const expected = this.getExpected(loadout);
    expected.isInFolder = undefined;
    await chooseCardAction(page, name, "Move to folder…");
    await page.getByLabel("Folder", { exact: true }).selectOption(isInFolder ? "Nights" : "No folder");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    const shown = isInFolder ? inFolder : this.getItem(page, name).filter({ hasNotText: "Nights" });
    if (await this.isApplied(shown, page)) expected.isInFolder = isInFolder;
    this.log.push(`${isInFolder ? "put" : "take"} ${name} ${isInFolder ? "into" : "out of"} the folder`);
  }

  async remove({ page }: OpenTab): Promise<void> {
    const { name, loadout } = await this.pickCard(page);
    const expected = this.getExpected(loadout);
    expected.deletedAs = undefined;
    await chooseCardAction(page, name, "Delete");
    await getCard(page, name).waitFor({ state: "detached" });
    await page.waitForTimeout(300);
    if ((await getCard(page, name).count()) === 0) expected.deletedAs = name;
    this.log.push(`delete ${name}`);
  }

  /** Undoes the action of the newest notice. */
  async undo({ page }: OpenTab): Promise<void> {
    const namesBefore = await this.listNames(page);
    // The notice does not name its action, so the expected folders are unknown from now on.
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.waitForTimeout(300);
    const namesAfter = await this.listNames(page);
    // A loadout that was just saved may also be new in the list.
    const deleted = [...this.expected.values()].filter(({ deletedAs }) => deletedAs);
    const restored = deleted.filter(
      ({ deletedAs }) => namesAfter.includes(deletedAs ?? "") && !namesBefore.includes(deletedAs ?? ""),
    );
    this.log.push(`undo${restored.map(({ deletedAs }) => `, ${deletedAs} is back`).join("")}`);
    for (const expected of this.expected.values()) expected.isInFolder = undefined;
    for (const expected of restored.length > 0 ? restored : deleted)
      expected.deletedAs = restored.length > 0 ? null : undefined;
  }

  async openSecondTab(): Promise<void> {
    if (this.tabs.length > 1) throw new Error("There are two.");
    const page = await this.openTab();
    await this.openLocker(page);
    this.log.push("open a second tab");
  }

  async closeTab(tab: OpenTab): Promise<void> {
    if (this.tabs.length === 1) throw new Error("It is the last one.");
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    await tab.page.close({ runBeforeUnload: false });
    this.log.push("close a tab");
  }

  async reload(tab: OpenTab): Promise<void> {
    await tab.page.reload({ timeout: 20_000 });
    this.log.push("reload");
    const { draft } = tab;
    tab.draft = null;
    if (draft === null) return;
    await getLoadoutName(tab.page).waitFor({ timeout: 5000 });
    const shownName = (await getLoadoutName(tab.page).textContent()) ?? "";
    if (shownName !== draft) this.problems.push(`After a reload the draft is "${shownName}" in place of "${draft}".`);
    tab.draft = draft;
  }

  /** Crashes the page without any event, and opens the locker again. */
  async crash(tab: OpenTab): Promise<void> {
    const session = await this.context.newCDPSession(tab.page);
    void session.send("Page.crash").catch(() => {});
    await tab.page.waitForEvent("crash", { timeout: 5000 });
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    await tab.page.close();
    this.log.push("kill a page");
    await this.openLocker(await this.openTab());
  }

  async fail(): Promise<void> {
    this.failure?.end();
    const fault = this.pick<Fault>(["drop", "hang", 429, 502, 503, "portal", "lose-answer", "time-out"]);
    const match = this.pick([PERSONAL, /^loadout\./, /^loadout\.(save|arrange|remove|restore)$/, "auth/get-session"]);
    // Hang only one request: the browser opens at most six connections per host.
    const times = fault === "hang" ? 1 : this.pick([1, 2, 3, Number.POSITIVE_INFINITY]);
    this.failure = this.gate.fail(match, fault, times);
    this.log.push(`fail ${match} with ${fault}, ${times} times`);
  }

  async recover(): Promise<void> {
    this.failure?.end();
    this.failure = null;
    this.log.push("no fault");
  }

  /** Saves on the second device, which has no failures and knows the server's state. */
  async saveElsewhere(): Promise<void> {
    const row = this.pick(this.listRows().filter(({ name, deletedAt }) => deletedAt === null && this.tokens.has(name)));
    const [stored] = this.gate.site.sql("select body from loadout where id = ?", row.id);
    const loadout = JSON.parse(String(Reflect.get(Object(stored), "body")));
    const token = this.createToken(this.tokens.get(row.name)?.loadout ?? 0, "name", row.name, 2);
    const content = { name: token.text, note: row.note, tags: JSON.parse(row.tags), loadout };
    await this.gate.mutate("loadout.save", { id: row.id, ...content, seenVersion: row.version });
    token.isConfirmed = true;
    this.log.push(`on the second device: ${row.name} to ${token.text}`);
    // Wait until the open pages have received the change.
    await this.tabs[0]?.page.waitForTimeout(300);
  }

  async end(): Promise<readonly string[]> {
    await this.recover();
    const [last, ...others] = this.tabs;
    for (const { page } of others) await page.close();
    if (!last) throw new Error("There is no page.");
    await this.openLocker(last.page);
    const undecidedTexts = await this.waitUntilSent(last.page);
    this.check(this.listRows(), undecidedTexts);
    return this.problems.length > 0 ? [...this.problems, "Actions:", ...this.log] : [];
  }

  /** Waits until all changes are sent; returns the text of those that need a decision. */
  async waitUntilSent(page: Page): Promise<string> {
    const deadline = Date.now() + END_MS;
    // Changes that need a decision may show while others are still being sent.
    for (let shown = 0; shown < 4; ) {
      // Browsers send this event when the network is back.
      await page.evaluate(() => void window.dispatchEvent(new Event("online")));
      await page.waitForTimeout(700);
      if ((await countChanges(page, this.owner)) === 0) return "";
      // A new page shows pending changes only once the browser is idle.
      const status = (await getSyncStatus(page, true).allInnerTexts()).join(" ");
      if (/needs? you/.test(status)) shown += 1;
      else if (Date.now() > deadline) {
        this.problems.push(`Changes still wait: ${status}`);
        return "";
      }
    }
    await this.closeDialog(page);
    await getSyncStatus(page).getByRole("button").click();
    return (await page.getByRole("region", { name: "Changes waiting" }).textContent()) ?? "";
  }

  check(rows: readonly Row[], waiting: string): void {
    const live = rows.filter(({ deletedAt }) => deletedAt === null);
    const names = live.map(({ name }) => name);
    for (const name of new Set(names)) {
      if (names.filter((each) => each === name).length > 1) this.problems.push(`"${name}" exists twice.`);
    }
    const allTokens = [...this.tokens.values()];
    const isWaiting = (loadout: number) =>
      allTokens.some((each) => each.loadout === loadout && hasToken(waiting, each.text));
    const isPresent = (token: Token): boolean =>
      rows.some((row) => hasToken(row[token.field], token.text)) ||
      allTokens.some((next) => next.parent === token.text && (next.isConfirmed || isPresent(next)));
    for (const token of allTokens) {
      if (!token.isConfirmed || token.isDropped || isWaiting(token.loadout) || isPresent(token)) continue;
      this.problems.push(`"${token.text}" is lost.`);
    }
    for (const [loadout, expected] of this.expected) {
      const loadoutRows = rows.filter(({ name }) => this.tokens.get(name)?.loadout === loadout);
      const [row] = loadoutRows;
      if (!row || loadoutRows.length > 1 || isWaiting(loadout)) continue;
      this.checkExpected(row, expected);
    }
    for (const loadout of new Set(allTokens.map((token) => token.loadout))) {
      const count = live.filter(({ name }) => this.tokens.get(name)?.loadout === loadout).length;
      if (count > 1 && !this.resavedAsNew.has(loadout)) this.problems.push(`Loadout ${loadout} exists ${count} times.`);
    }
  }

  checkExpected(row: Row, { isPinned, isInFolder, deletedAs }: ExpectedState): void {
    const { name, pinnedAt, folderId, deletedAt } = row;
    if (isPinned !== undefined && isPinned !== (pinnedAt !== null))
      this.problems.push(`"${name}" is ${isPinned ? "not " : ""}pinned.`);
    if (isInFolder !== undefined && isInFolder !== (folderId === this.folderId))
      this.problems.push(`"${name}" is ${isInFolder ? "not " : ""}in the folder.`);
    if (deletedAs === null && deletedAt !== null) this.problems.push(`"${name}" is deleted.`);
    if (!deletedAs) return;
    // A device that did not see the last change may not delete the loadout.
    const isSeen = name === deletedAs || this.isAncestor(name, deletedAs);
    if (deletedAt === null && isSeen) this.problems.push(`"${name}" is not deleted.`);
    if (deletedAt !== null && !isSeen && this.tokens.get(name)?.device === 2)
      this.problems.push(`"${name}" of the second device was deleted unseen.`);
  }

  isAncestor(text: string, descendant: string): boolean {
    const parent = this.tokens.get(descendant)?.parent;
    return parent !== undefined && parent !== "" && (parent === text || this.isAncestor(text, parent));
  }
}
