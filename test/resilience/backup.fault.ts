// A backup that was taken during writes is restored to another database, and users can sign in to a program on it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findPostgres, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { ADMIN, createTempFolder } from "#test/harness/processes/program.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { getGuideBlock } from "./guide.ts";
import { listSavedIds, saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const runFile = promisify(execFile);
const PER_SECOND = 50;
const WRITING_MS = isLong ? 10_000 : 1500;
/** The maximum time from the start of the restore to the first sign-in. */
const RESTORED_MS = 10_000;

type WriteLog = { emails: string[]; saved: { email: string; id: string; time: number }[]; failed: number };

/** Saves loadouts of twenty users at a constant rate until the signal. */
async function writeUntilAborted(site: Site, written: WriteLog, signal: AbortSignal): Promise<void> {
  const people = [];
  for (let count = 0; count < 20; count += 1) {
    const visitor = site.createVisitor();
    const { email } = await signUpPerson(visitor);
    people.push({ visitor, email });
    written.emails.push(email);
  }
  const pendingWrites = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let count = 0; !signal.aborted; count += 1) {
    await sleep(Math.max(0, startedAt + (count / PER_SECOND) * 1000 - performance.now()));
    const person = people[count % people.length];
    if (!person) break;
    const id = crypto.randomUUID();
    const pendingSave = saveLoadout(person.visitor, id)
      .then(({ ok }) => {
        if (ok) written.saved.push({ email: person.email, id, time: performance.now() });
        else written.failed += 1;
      })
      .finally(() => pendingWrites.delete(pendingSave));
    pendingWrites.add(pendingSave);
  }
  await Promise.all(pendingWrites);
}

/**
 * Takes a backup during writes. Returns the writes acknowledged before it, the number of writes during it, and its duration.
 */
async function backUpUnderWrites(site: Site, file: string, environment: Record<string, string>) {
  const writeLog: WriteLog = { emails: [], saved: [], failed: 0 };
  const stopSignal = new AbortController();
  const writesEnd = writeUntilAborted(site, writeLog, stopSignal.signal);
  await expect.poll(() => writeLog.saved.length, { timeout: 20_000 }).toBeGreaterThan(PER_SECOND);
  await sleep(WRITING_MS);
  const beganAt = performance.now();
  const env = { ...process.env, DATABASE_URL: site.database, VAR_DIR: site.folder, ...environment };
  await runFile(process.execPath, [ADMIN, "backup", file], { env });
  const endedAt = performance.now();
  stopSignal.abort();
  await writesEnd;
  const savedBefore = writeLog.saved.filter(({ time: at }) => at < beganAt);
  const changedDuring = writeLog.saved.filter(({ time: at }) => at >= beganAt && at < endedAt).length;
  expect(writeLog.failed).toBe(0);
  expect(changedDuring).toBeGreaterThan(0);
  return { before: savedBefore, changedDuring, tookMs: endedAt - beganAt };
}

type Backup = Awaited<ReturnType<typeof backUpUnderWrites>>;

/** Starts a program on the restored database and checks that it has all writes from before the backup. */
async function signInToCopy(databaseUrl: string, { before }: Backup, beganAt: number): Promise<number> {
  await using site = await startSite({ databaseUrl });
  const owners = [...new Set(before.map(({ email }) => email))];
  let tookMs = 0;
  for (const email of owners) {
    const visitor = site.createVisitor();
    expect((await signIn(visitor, email)).status).toBe(200);
    tookMs ||= performance.now() - beganAt;
    const savedLoadouts = await listSavedIds(visitor);
    expect(before.filter((saved) => saved.email === email && !savedLoadouts.has(saved.id))).toEqual([]);
  }
  expect(tookMs).toBeLessThan(RESTORED_MS);
  return tookMs;
}

const getLine = (kind: string, { before, changedDuring, tookMs }: Backup, signedInMs: number): string =>
  `backup of ${kind} during ${PER_SECOND} writes/s: taken in ${formatSeconds(tookMs)} with ${changedDuring} writes during it, ` +
  `0 of ${before.length} earlier ones missing, first sign-in ${formatSeconds(signedInMs)} after the restore began`;

test("a backup of SQLite taken during writes is complete, and users can sign in to its copy", async () => {
  await using targetFolder = await createTempFolder();
  await using site = await startSite();
  const file = join(site.folder, "backup.sqlite");
  const backup = await backUpUnderWrites(site, file, {});
  const beganAt = performance.now();
  const path = join(targetFolder.path, "fieldlocker.sqlite");
  await copyFile(file, path);
  {
    using database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare("PRAGMA integrity_check").all()).toMatchObject([{ integrity_check: "ok" }]);
    expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  }
  recordFigure(getLine("SQLite", backup, await signInToCopy(path, backup, beganAt)));
});

test("a backup of PostgreSQL taken during writes is complete, and users can sign in to its copy", async () => {
  const programs = findPostgres();
  if (!programs || !existsSync(join(programs, "pg_dump")))
    return recordFigure("backup of PostgreSQL: not tried, pg_dump is not on this machine");
  await using cluster = await startPostgres(programs);
  await using site = await startSite({ databaseUrl: cluster.url });
  const file = join(site.folder, "backup.dump");
  const PATH = `${dirname(join(programs, "pg_dump"))}:${process.env["PATH"]}`;
  const backup = await backUpUnderWrites(site, file, { PATH });
  const beganAt = performance.now();
  // As in deploy/compose.yaml, the site's role is a superuser, and a database of its name exists already.
  await runSql(cluster.url, "CREATE ROLE fieldlocker LOGIN SUPERUSER");
  const url = Object.assign(new URL(await createDatabase(cluster.url, "fieldlocker")), {
    username: "fieldlocker",
  }).href;
  const containerCommands = getGuideBlock("Compose: restore").commands.flatMap(
    (line) => /exec -T postgres (.*?)( &&)?$/.exec(line)?.[1] ?? [],
  );
  expect(containerCommands.map((command) => command.split(" ")[0])).toEqual([
    "dropdb",
    "createdb",
    "pg_restore",
    "dropdb",
    "psql",
  ]);
  const { hostname: PGHOST, port: PGPORT } = new URL(cluster.url);
  const env = { ...process.env, PATH, PGHOST, PGPORT };
  for (const command of containerCommands) await runFile("sh", ["-c", command.replace(/\bFILE$/, file)], { env });
  recordFigure(getLine("PostgreSQL", backup, await signInToCopy(url, backup, beganAt)));
});
