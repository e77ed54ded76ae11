// The program is killed in the middle of writes, again and again: what it acknowledged is there when it is back.
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, quantile, seconds } from "./figure.ts";
import { newPerson, save, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 5;
/** From its start to its first answer, on a machine that is not busy with something else. */
const READY_MS = 3000;
const isCalm = (): boolean => (loadavg()[0] ?? 0) < 2 * availableParallelism();

type Stored = { people: string[]; loadouts: string[] };

/** Writes until the program is gone: accounts, and loadouts in the lockers of their owners. */
async function write(site: Site, stored: Stored): Promise<void> {
  let owner: Visitor = site.visitor();
  try {
    for (let count = 0; ; count += 1) {
      if (count % 8 === 0) {
        owner = site.visitor();
        const { email, answer } = await newPerson(owner);
        await answer.text();
        if (answer.ok) stored.people.push(email);
      } else {
        const id = crypto.randomUUID();
        const answer = await save(owner, id);
        await answer.text();
        if (answer.ok) stored.loadouts.push(id);
      }
    }
  } catch {
    // The program is gone: the request under way was not acknowledged.
  }
}

type Looked = { lost: string[]; isConnected: boolean };

/** What is missing of what was acknowledged, and whether the file is whole. */
function look(path: string, stored: Stored): Looked {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const integrity = database.prepare("PRAGMA integrity_check").all();
  const orphans = database.prepare("PRAGMA foreign_key_check").all();
  const all = (column: string, table: string) =>
    new Set(
      database
        .prepare(`SELECT "${column}" AS value FROM "${table}"`)
        .all()
        .map(({ value }) => String(value)),
    );
  const [people, loadouts] = [all("email", "user"), all("id", "loadout")];
  const lost = [
    ...stored.people.filter((email) => !people.has(email)),
    ...stored.loadouts.filter((id) => !loadouts.has(id)),
  ];
  return { lost, isConnected: JSON.stringify(integrity) === '[{"integrity_check":"ok"}]' && orphans.length === 0 };
}

/** To whom mails wait; asked before the folder, since they move there. */
function mailsWaiting(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  return database
    .prepare('SELECT "to" FROM mail')
    .all()
    .map(({ to }) => String(to));
}

/** The whole mails of the mailbox: one that is still being written has another ending until it is whole. */
function mailsSent(folder: string): string[] {
  const mailbox = join(folder, "mailbox");
  const whole = readdirSync(mailbox).filter((name) => name.endsWith(".eml"));
  return whole.map((name) => readFileSync(join(mailbox, name), "utf8"));
}

test("a kill at any moment loses nothing that was acknowledged", async () => {
  await using site = await startSite();
  const stored: Stored = { people: [], loadouts: [] };
  const readyMs: number[] = [];
  const calmMs: number[] = [];
  let whole = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const writers = Array.from({ length: 6 }, () => write(site, stored));
    const before = stored.loadouts.length;
    await expect.poll(() => stored.loadouts.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before);
    await sleep(Math.random() * 1000);
    await site.program().kill();
    await Promise.all(writers);
    const ms = await site.restart();
    readyMs.push(ms);
    if (isCalm()) calmMs.push(ms);
    const { lost, isConnected } = look(site.database, stored);
    expect(lost).toEqual([]);
    if (isConnected) whole += 1;
    const last = stored.people.at(-1);
    if (last) expect((await signIn(site.visitor(), last)).status).toBe(200);
  }
  const written = mailsWaiting(site.database).concat(mailsSent(site.folder));
  expect(stored.people.filter((email) => !written.some((mail) => mail.includes(email)))).toEqual([]);
  expect(stored.loadouts.length).toBeGreaterThanOrEqual(ROUNDS);
  expect(whole).toBe(ROUNDS);
  expect(Math.max(0, ...calmMs)).toBeLessThan(READY_MS);
  expect(quantile(readyMs, 0.5)).toBeLessThan(isLong ? READY_MS * 2 : READY_MS * 5);
  expect(site.complaints()).toBe("");
  figure(
    `kill -9: ${whole} of ${ROUNDS} whole, 0 of ${stored.people.length + stored.loadouts.length} acknowledged writes lost, ` +
      `ready again after ${seconds(quantile(readyMs, 0.5))} in the middle and ${seconds(Math.max(...readyMs))} at most` +
      ` (${seconds(Math.max(0, ...calmMs))} in the ${calmMs.length} times when the machine had little else to do)`,
  );
});
