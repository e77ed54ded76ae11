// A backup taken while people write is restored elsewhere: a program on it signs them in.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { postgresFolder, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { ADMIN, folderOfItsOwn } from "#test/harness/processes/program.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { getGuideBlock } from "./guide.ts";
import { newPerson, save, savedIds, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const run = promisify(execFile);
const PER_SECOND = 50;
const WRITING_MS = isLong ? 10_000 : 1500;
/** From the end of the backup to the first sign-in. */
const RESTORED_MS = 10_000;

type Written = { emails: string[]; saved: { email: string; id: string; at: number }[]; failed: number };

/** Writes at that rate until the signal: loadouts of twenty people. */
async function writeAway(site: Site, written: Written, until: AbortSignal): Promise<void> {
  const people = [];
  for (let count = 0; count < 20; count += 1) {
    const visitor = site.visitor();
    const { email } = await newPerson(visitor);
    people.push({ visitor, email });
    written.emails.push(email);
  }
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let count = 0; !until.aborted; count += 1) {
    await sleep(Math.max(0, began + (count / PER_SECOND) * 1000 - performance.now()));
    const person = people[count % people.length];
    if (!person) break;
    const id = crypto.randomUUID();
    const writing = save(person.visitor, id)
      .then(({ ok }) => {
        if (ok) written.saved.push({ email: person.email, id, at: performance.now() });
        else written.failed += 1;
      })
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  }
  await Promise.all(underWay);
}

/**
 * Takes a backup; returns the writes acknowledged before it began, the number of writes during it, and its duration.
 */
async function backUpUnderWrites(site: Site, file: string, environment: Record<string, string>) {
  const written: Written = { emails: [], saved: [], failed: 0 };
  const over = new AbortController();
  const writing = writeAway(site, written, over.signal);
  await expect.poll(() => written.saved.length, { timeout: 20_000 }).toBeGreaterThan(PER_SECOND);
  await sleep(WRITING_MS);
  const beganAt = performance.now();
  const env = { ...process.env, DATABASE_URL: site.database, VAR_DIR: site.folder, ...environment };
  await run(process.execPath, [ADMIN, "backup", file], { env });
  const endedAt = performance.now();
  over.abort();
  await writing;
  const before = written.saved.filter(({ at }) => at < beganAt);
  const changedDuring = written.saved.filter(({ at }) => at >= beganAt && at < endedAt).length;
  expect(written.failed).toBe(0);
  expect(changedDuring).toBeGreaterThan(0);
  return { before, changedDuring, tookMs: endedAt - beganAt };
}

type Backup = Awaited<ReturnType<typeof backUpUnderWrites>>;

/** Starts a program on what was restored, and looks for everything that was there before the backup began. */
async function signInThere(databaseUrl: string, { before }: Backup, beganAt: number): Promise<number> {
  await using site = await startSite({ databaseUrl });
  const owners = [...new Set(before.map(({ email }) => email))];
  let tookMs = 0;
  for (const email of owners) {
    const visitor = site.visitor();
    expect((await signIn(visitor, email)).status).toBe(200);
    tookMs ||= performance.now() - beganAt;
    const there = await savedIds(visitor);
    expect(before.filter((saved) => saved.email === email && !there.has(saved.id))).toEqual([]);
  }
  expect(tookMs).toBeLessThan(RESTORED_MS);
  return tookMs;
}

const getLine = (kind: string, { before, changedDuring, tookMs }: Backup, signedInMs: number): string =>
  `backup of ${kind} during ${PER_SECOND} writes/s: taken in ${seconds(tookMs)} with ${changedDuring} writes during it, ` +
  `0 of ${before.length} earlier ones missing, first sign-in ${seconds(signedInMs)} after the restore began`;

test("a backup of SQLite taken during writes is whole, and signs people in elsewhere", async () => {
  await using elsewhere = await folderOfItsOwn();
  await using site = await startSite();
  const file = join(site.folder, "backup.sqlite");
  const backup = await backUpUnderWrites(site, file, {});
  const beganAt = performance.now();
  const path = join(elsewhere.path, "fieldlocker.sqlite");
  await copyFile(file, path);
  {
    using database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare("PRAGMA integrity_check").all()).toMatchObject([{ integrity_check: "ok" }]);
    expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  }
  figure(getLine("SQLite", backup, await signInThere(path, backup, beganAt)));
});

test("a backup of PostgreSQL taken during writes is whole, and signs people in elsewhere", async () => {
  const programs = postgresFolder();
  if (!programs || !existsSync(join(programs, "pg_dump")))
    return figure("backup of PostgreSQL: not tried, pg_dump is not on this machine");
  await using cluster = await startPostgres(programs);
  await using site = await startSite({ databaseUrl: cluster.url });
  const file = join(site.folder, "backup.dump");
  const PATH = `${dirname(join(programs, "pg_dump"))}:${process.env["PATH"]}`;
  const backup = await backUpUnderWrites(site, file, { PATH });
  const beganAt = performance.now();
  // The server of deploy/compose.yaml: the site's role is its administrator, and has the database that is replaced.
  await runSql(cluster.url, "CREATE ROLE fieldlocker LOGIN SUPERUSER");
  const url = Object.assign(new URL(await createDatabase(cluster.url, "fieldlocker")), {
    username: "fieldlocker",
  }).href;
  const inside = getGuideBlock("Compose: restore").commands.flatMap(
    (line) => /exec -T postgres (.*?)( &&)?$/.exec(line)?.[1] ?? [],
  );
  expect(inside.map((command) => command.split(" ")[0])).toEqual([
    "dropdb",
    "createdb",
    "pg_restore",
    "dropdb",
    "psql",
  ]);
  const { hostname: PGHOST, port: PGPORT } = new URL(cluster.url);
  const env = { ...process.env, PATH, PGHOST, PGPORT };
  for (const command of inside) await run("sh", ["-c", command.replace(/\bFILE$/, file)], { env });
  figure(getLine("PostgreSQL", backup, await signInThere(url, backup, beganAt)));
});
