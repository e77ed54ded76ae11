// The disk is full: existing data stays readable, writes without space are refused, and the service recovers once there
// is space.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTempFolder } from "#test/harness/processes/program.ts";
import { getSession } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { describeWrongResponses, sendCalls } from "./away.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { createSizeLimit, type Disk, mountSmallDisk } from "./full-disk.ts";
import { listSavedIds, saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const FULL_MS = isLong ? 20_000 : 2000;

/** Saves loadouts until one is refused, which uses up the space that the database has reserved. */
async function saveUntilRefused(site: Site, stored: Set<string>): Promise<Visitor> {
  for (let people = 0; people < 40; people += 1) {
    const visitor = site.createVisitor();
    const { response } = await signUpPerson(visitor);
    if (response.status === 503) return visitor;
    expect(response.status).toBe(200);
    for (let count = 0; count < 100; count += 1) {
      const id = crypto.randomUUID();
      const { status } = await saveLoadout(visitor, id);
      if (status === 503) return visitor;
      expect(status).toBe(200);
      stored.add(id);
    }
  }
  throw new Error("The disk took everything.");
}

/** Calls the site while the disk is full; returns the numbers of refused writes and of successful reads. */
async function callWhileFull(site: Site, person: Visitor, email: string, stored: Set<string>) {
  const loadouts = (await listSavedIds(person)).size;
  let startedAt = performance.now();
  let [refusals, readings] = [0, 0];
  while (performance.now() - startedAt < FULL_MS) {
    const responses = await sendCalls({
      "sign-in": () => signIn(site.createVisitor(), email),
      "sign-up": async () => (await signUpPerson(site.createVisitor())).response,
      guest: () => site.createVisitor().post("/api/auth/sign-in/anonymous"),
    });
    const refused = responses.filter(({ status }) => status !== 200);
    if (refused.length === 0) {
      // The write-ahead log has restarted, so some writes succeed again until it is full.
      await saveUntilRefused(site, stored);
      startedAt = performance.now();
      continue;
    }
    expect(describeWrongResponses(refused)).toEqual([]);
    expect((await getSession(person)).user.email).toBe(email);
    expect((await listSavedIds(person)).size).toBe(loadouts);
    // Stays below the rate limits.
    await sleep(isLong ? 400 : 20);
    refusals += refused.length;
    readings += 2;
  }
  expect(refusals).toBeGreaterThan(readings / 4);
  return { refusals, readings };
}

async function waitUntilStored(person: Visitor): Promise<number> {
  const startedAt = performance.now();
  while ((await saveLoadout(person)).status !== 200) {
    if (performance.now() - startedAt > 10_000) throw new Error("Nothing is stored, although there is room.");
    await sleep(50);
  }
  return performance.now() - startedAt;
}

function checkDatabase(path: string, stored: ReadonlySet<string>): { lost: string[]; integrity: unknown } {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const storedIds = new Set(
    database
      .prepare("SELECT id FROM loadout")
      .all()
      .map(({ id }) => String(id)),
  );
  const { integrity_check: integrity } = database.prepare("PRAGMA integrity_check").get() ?? {};
  return { lost: [...stored].filter((id) => !storedIds.has(id)), integrity };
}

async function testDisk(disk: Disk, folder: string): Promise<void> {
  await using site = await startSite({ folder });
  const person = site.createVisitor();
  const { email } = await signUpPerson(person);
  for (let count = 0; count < 50; count += 1) expect((await saveLoadout(person)).status).toBe(200);
  const stored = await listSavedIds(person);
  disk.fill(site);
  await saveUntilRefused(site, stored);
  disk.fill(site);
  const { refusals, readings } = await callWhileFull(site, person, email, stored);
  // After a day, reading the session extends it, which is a write.
  site.moveClock(DAY_MS + HOUR_MS);
  expect((await getSession(person)).user.email).toBe(email);
  site.moveClock(-DAY_MS - HOUR_MS);
  disk.makeRoom(site);
  const recoveredMs = await waitUntilStored(person);
  expect(recoveredMs).toBeLessThan(5000);
  expect((await signIn(site.createVisitor(), email)).status).toBe(200);
  expect(checkDatabase(site.database, stored)).toEqual({ lost: [], integrity: "ok" });
  expect(site.browserErrors()).toBe("");
  recordFigure(
    `disk full (${disk.name}) for ${formatSeconds(FULL_MS)}: ${readings} of ${readings} readings answered, ` +
      `${refusals} writes refused by 503; 0 of ${stored.size} acknowledged writes lost, integrity ok, well again after ${formatSeconds(recoveredMs)}`,
  );
}

test("a full disk stops only writes", async () => {
  await using folder = await createTempFolder();
  using disk = mountSmallDisk(folder.path);
  if (disk) await testDisk(disk, folder.path);
  else recordFigure("disk full (a small disk): not tried, this machine does not allow mounting one");
});

test("a limit on file sizes stops only writes", async () => {
  await using folder = await createTempFolder();
  const disk = createSizeLimit();
  if (disk) await testDisk(disk, folder.path);
  else recordFigure("disk full (a limit on the size of files): not tried, this machine has no prlimit");
});
