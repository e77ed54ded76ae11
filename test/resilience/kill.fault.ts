// The program is killed repeatedly during writes: all acknowledged writes are stored after the restart.
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Visitor } from "#test/harness/visitor.ts";
import { formatSeconds, getQuantile, isLong, recordFigure } from "./figure.ts";
import { saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 5;
/** The maximum time from the start to the first response, on a machine without other load. */
const READY_MS = 3000;
const isCalm = (): boolean => (loadavg()[0] ?? 0) < 2 * availableParallelism();

type Stored = { people: string[]; loadouts: string[] };

/** Creates accounts and loadouts until the program is killed. */
async function writeUntilKilled(site: Site, stored: Stored): Promise<void> {
  let owner: Visitor = site.createVisitor();
  try {
    for (let count = 0; ; count += 1) {
      if (count % 8 === 0) {
        owner = site.createVisitor();
        const { email, response } = await signUpPerson(owner);
        await response.text();
        if (response.ok) stored.people.push(email);
      } else {
        const id = crypto.randomUUID();
        const response = await saveLoadout(owner, id);
        await response.text();
        if (response.ok) stored.loadouts.push(id);
      }
    }
  } catch {
    // The program was killed, so the request in progress was not acknowledged.
  }
}

type CheckResult = { lost: string[]; isIntact: boolean };

/** Returns the acknowledged writes that are missing, and whether the file passes SQLite's checks. */
function checkDatabase(path: string, stored: Stored): CheckResult {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const integrity = database.prepare("PRAGMA integrity_check").all();
  const orphans = database.prepare("PRAGMA foreign_key_check").all();
  const selectValues = (column: string, table: string) =>
    new Set(
      database
        .prepare(`SELECT "${column}" AS value FROM "${table}"`)
        .all()
        .map(({ value }) => String(value)),
    );
  const [people, loadouts] = [selectValues("email", "user"), selectValues("id", "loadout")];
  const missingIds = [
    ...stored.people.filter((email) => !people.has(email)),
    ...stored.loadouts.filter((id) => !loadouts.has(id)),
  ];
  return {
    lost: missingIds,
    isIntact: JSON.stringify(integrity) === '[{"integrity_check":"ok"}]' && orphans.length === 0,
  };
}

/** Returns the recipients of queued mails. Must be called before `mailsSent`, because mails move from the queue to the folder. */
function listQueuedRecipients(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  return database
    .prepare('SELECT "to" FROM mail')
    .all()
    .map(({ to }) => String(to));
}

/** Returns the complete mails of the mailbox; incomplete ones have another file extension. */
function readSentMails(folder: string): string[] {
  const mailbox = join(folder, "mailbox");
  const completeMails = readdirSync(mailbox).filter((name) => name.endsWith(".eml"));
  return completeMails.map((name) => readFileSync(join(mailbox, name), "utf8"));
}

test("a kill at any moment loses no acknowledged write", async () => {
  await using site = await startSite();
  const stored: Stored = { people: [], loadouts: [] };
  const readyMs: number[] = [];
  const calmMs: number[] = [];
  let completeCount = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const writers = Array.from({ length: 6 }, () => writeUntilKilled(site, stored));
    const countBefore = stored.loadouts.length;
    await expect.poll(() => stored.loadouts.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(countBefore);
    await sleep(Math.random() * 1000);
    await site.program().kill();
    await Promise.all(writers);
    const ms = await site.restart();
    readyMs.push(ms);
    if (isCalm()) calmMs.push(ms);
    const { lost, isIntact } = checkDatabase(site.database, stored);
    expect(lost).toEqual([]);
    if (isIntact) completeCount += 1;
    const lastPerson = stored.people.at(-1);
    if (lastPerson) expect((await signIn(site.createVisitor(), lastPerson)).status).toBe(200);
  }
  const recipients = listQueuedRecipients(site.database).concat(readSentMails(site.folder));
  expect(stored.people.filter((email) => !recipients.some((mail) => mail.includes(email)))).toEqual([]);
  expect(stored.loadouts.length).toBeGreaterThanOrEqual(ROUNDS);
  expect(completeCount).toBe(ROUNDS);
  expect(Math.max(0, ...calmMs)).toBeLessThan(READY_MS);
  expect(getQuantile(readyMs, 0.5)).toBeLessThan(isLong ? READY_MS * 2 : READY_MS * 5);
  expect(site.browserErrors()).toBe("");
  recordFigure(
    `kill -9: ${completeCount} of ${ROUNDS} whole, 0 of ${stored.people.length + stored.loadouts.length} acknowledged writes lost, ` +
      `ready again after ${formatSeconds(getQuantile(readyMs, 0.5))} in the middle and ${formatSeconds(Math.max(...readyMs))} at most` +
      ` (${formatSeconds(Math.max(0, ...calmMs))} in the ${calmMs.length} times when the machine had little else to do)`,
  );
});
