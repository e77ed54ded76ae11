// The program is killed in the middle of writes, again and again: what it acknowledged is there when it is back.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Visitor } from "#test/world/visitor.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson, save, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 5;
const READY_MS = isLong ? 3000 : 8000;

type Kept = { people: string[]; loadouts: string[] };

/** Writes until the program is gone: accounts, and loadouts in the lockers of their owners. */
async function write(site: Site, kept: Kept): Promise<void> {
  let owner: Visitor = site.visitor();
  try {
    for (let count = 0; ; count += 1) {
      if (count % 8 === 0) {
        owner = site.visitor();
        const { email, answer } = await newPerson(owner);
        await answer.text();
        if (answer.ok) kept.people.push(email);
      } else {
        const id = crypto.randomUUID();
        const answer = await save(owner, id);
        await answer.text();
        if (answer.ok) kept.loadouts.push(id);
      }
    }
  } catch {
    // Nobody is there any more: what was under way was not acknowledged.
  }
}

type Looked = { lost: string[]; isWhole: boolean };

/** What is missing of what was acknowledged, and whether the file is whole. */
function look(path: string, kept: Kept): Looked {
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
    ...kept.people.filter((email) => !people.has(email)),
    ...kept.loadouts.filter((id) => !loadouts.has(id)),
  ];
  return { lost, isWhole: JSON.stringify(integrity) === '[{"integrity_check":"ok"}]' && orphans.length === 0 };
}

test("a kill at any moment loses nothing that was acknowledged", async () => {
  await using site = await startSite();
  const kept: Kept = { people: [], loadouts: [] };
  const readyMs: number[] = [];
  let whole = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const writers = Array.from({ length: 6 }, () => write(site, kept));
    await sleep(150 + Math.random() * 850);
    await site.program().kill();
    await Promise.all(writers);
    readyMs.push(await site.restart());
    const { lost, isWhole } = look(site.database, kept);
    expect(lost).toEqual([]);
    if (isWhole) whole += 1;
    const last = kept.people.at(-1);
    if (last) expect((await signIn(site.visitor(), last)).status).toBe(200);
  }
  const told = new Set((await site.mails()).map(({ to }) => to));
  using database = new DatabaseSync(site.database, { readOnly: true, timeout: 5000 });
  for (const { to } of database.prepare('SELECT "to" FROM mail').all()) told.add(String(to));
  expect(kept.people.filter((email) => !told.has(email))).toEqual([]);
  expect(kept.loadouts.length).toBeGreaterThan(ROUNDS);
  expect(whole).toBe(ROUNDS);
  expect(Math.max(...readyMs)).toBeLessThan(READY_MS);
  expect(site.complaints()).toBe("");
  figure(
    `kill -9: ${whole} of ${ROUNDS} whole, 0 of ${kept.people.length + kept.loadouts.length} acknowledged writes lost, ` +
      `ready again after ${seconds(Math.max(...readyMs))} at most`,
  );
});
