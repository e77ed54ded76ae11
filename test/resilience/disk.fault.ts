// The disk is full: existing data stays readable, writes without space are refused, and the service recovers once there
// is space.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { getSession } from "#test/harness/answers.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { ask, wronglyAnswered } from "./away.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { type Disk, mountSmallDisk, sizeLimit } from "./full-disk.ts";
import { newPerson, save, savedIds, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const FULL_MS = isLong ? 20_000 : 2000;

/** Saves until one is refused; room that the database has set aside is used up by then. */
async function saveUntilRefused(site: Site, stored: Set<string>): Promise<Visitor> {
  for (let people = 0; people < 40; people += 1) {
    const visitor = site.visitor();
    const { answer } = await newPerson(visitor);
    if (answer.status === 503) return visitor;
    expect(answer.status).toBe(200);
    for (let count = 0; count < 100; count += 1) {
      const id = crypto.randomUUID();
      const { status } = await save(visitor, id);
      if (status === 503) return visitor;
      expect(status).toBe(200);
      stored.add(id);
    }
  }
  throw new Error("The disk took everything.");
}

/** Answers how many writes were refused and how many readings answered. */
async function whileFull(site: Site, person: Visitor, email: string, stored: Set<string>) {
  const loadouts = (await savedIds(person)).size;
  let began = performance.now();
  let [refusals, readings] = [0, 0];
  while (performance.now() - began < FULL_MS) {
    const answers = await ask({
      "sign-in": () => signIn(site.visitor(), email),
      "sign-up": async () => (await newPerson(site.visitor())).answer,
      guest: () => site.visitor().post("/api/auth/sign-in/anonymous"),
    });
    const refused = answers.filter(({ status }) => status !== 200);
    if (refused.length === 0) {
      // The write-ahead log has restarted: as much as it has room for is stored again.
      await saveUntilRefused(site, stored);
      began = performance.now();
      continue;
    }
    expect(wronglyAnswered(refused)).toEqual([]);
    expect((await getSession(person)).user.email).toBe(email);
    expect((await savedIds(person)).size).toBe(loadouts);
    // Stays below the rate limits.
    await sleep(isLong ? 400 : 20);
    refusals += refused.length;
    readings += 2;
  }
  expect(refusals).toBeGreaterThan(readings / 4);
  return { refusals, readings };
}

async function untilStored(person: Visitor): Promise<number> {
  const began = performance.now();
  while ((await save(person)).status !== 200) {
    if (performance.now() - began > 10_000) throw new Error("Nothing is stored, although there is room.");
    await sleep(50);
  }
  return performance.now() - began;
}

function missing(path: string, stored: ReadonlySet<string>): { lost: string[]; integrity: unknown } {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const there = new Set(
    database
      .prepare("SELECT id FROM loadout")
      .all()
      .map(({ id }) => String(id)),
  );
  const { integrity_check: integrity } = database.prepare("PRAGMA integrity_check").get() ?? {};
  return { lost: [...stored].filter((id) => !there.has(id)), integrity };
}

async function tryDisk(disk: Disk, folder: string): Promise<void> {
  await using site = await startSite({ folder });
  const person = site.visitor();
  const { email } = await newPerson(person);
  for (let count = 0; count < 50; count += 1) expect((await save(person)).status).toBe(200);
  const stored = await savedIds(person);
  disk.fill(site);
  await saveUntilRefused(site, stored);
  disk.fill(site);
  const { refusals, readings } = await whileFull(site, person, email, stored);
  // By then the session would be prolonged, which is a write.
  site.turnClock(DAY_MS + HOUR_MS);
  expect((await getSession(person)).user.email).toBe(email);
  site.turnClock(-DAY_MS - HOUR_MS);
  disk.makeRoom(site);
  const wellMs = await untilStored(person);
  expect(wellMs).toBeLessThan(5000);
  expect((await signIn(site.visitor(), email)).status).toBe(200);
  expect(missing(site.database, stored)).toEqual({ lost: [], integrity: "ok" });
  expect(site.complaints()).toBe("");
  figure(
    `disk full (${disk.name}) for ${seconds(FULL_MS)}: ${readings} of ${readings} readings answered, ` +
      `${refusals} writes refused by 503; 0 of ${stored.size} acknowledged writes lost, integrity ok, well again after ${seconds(wellMs)}`,
  );
}

test("a full disk stops what is written, and nothing else", async () => {
  await using folder = await folderOfItsOwn();
  using disk = mountSmallDisk(folder.path);
  if (disk) await tryDisk(disk, folder.path);
  else figure("disk full (a small disk): not tried, this machine does not allow mounting one");
});

test("a limit on the size of files stops what is written, and nothing else", async () => {
  await using folder = await folderOfItsOwn();
  const disk = sizeLimit();
  if (disk) await tryDisk(disk, folder.path);
  else figure("disk full (a limit on the size of files): not tried, this machine has no prlimit");
});
