// @postgres
// `npm run admin -- backup FILE`: a consistent backup while users write, from which a site can be restored.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { findPostgres } from "#test/harness/processes/postgres.ts";
import { createTempFolder } from "#test/harness/processes/program.ts";
import { getPersistentDatabaseUrl, getUnmigratedDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { makeWorld } from "#test/harness/world.ts";

const run = promisify(execFile);
/** The programs of PostgreSQL in the version of the server, which the backup uses. */
const folder = process.env["TEST_DATABASE"] ? findPostgres() : null;
const PATH = [folder ?? [], process.env["PATH"] ?? []].flat().join(delimiter);
const hasProgram = folder === null || process.env["CI"] !== undefined || existsSync(join(folder, "pg_dump"));

const backUp = (databaseUrl: string, file: string) =>
  run(process.execPath, ["src/server/admin/admin.ts", "backup", file], {
    env: { ...process.env, PATH, DATABASE_URL: databaseUrl },
  });

/** Restores the backup to a new database, and opens it. */
async function openBackup(file: string) {
  const logger = createLogger({ logLevel: "error" });
  if (!process.env["TEST_DATABASE"]) return openDatabase({ kind: "sqlite", path: file }, logger);
  const url = await getUnmigratedDatabaseUrl();
  await run("pg_restore", ["--no-owner", `--dbname=${url}`, file], { env: { ...process.env, PATH } });
  return openDatabase({ kind: "postgres", url }, logger);
}

test.runIf(hasProgram)(
  "a backup taken while users sign up is consistent and contains all earlier users, and only its owner may read it",
  async () => {
    await using folder = await createTempFolder();
    const databaseUrl = await getPersistentDatabaseUrl(folder.path);
    await using world = await makeWorld({ environment: { DATABASE_URL: databaseUrl } });
    const { account } = await signUpAndSignIn(world);
    const file = join(folder.path, "backup");
    const [{ stdout }] = await Promise.all([backUp(databaseUrl, file), signUpAndSignIn(world), signUpAndSignIn(world)]);
    expect(stdout).toBe(`The database is copied to ${file}. The secret is not in it.\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const db = await openBackup(file);
    const people = await db.selectFrom("user").select("email").execute();
    const usersWithAccount = await db
      .selectFrom("user")
      .innerJoin("account", "account.userId", "user.id")
      .select("user.id")
      .execute();
    await db.destroy();
    expect(people).toContainEqual({ email: account.email });
    expect(usersWithAccount.length).toBe(people.length);
  },
);

test("a backup overwrites nothing", async () => {
  await using folder = await createTempFolder();
  const file = join(folder.path, "backup");
  await writeFile(file, "the last one");
  const databaseUrl = await getPersistentDatabaseUrl(folder.path);
  if (!process.env["TEST_DATABASE"]) await writeFile(databaseUrl, "");
  const output = await backUp(databaseUrl, file).catch(({ stderr }) => stderr);
  expect(output).toBe(`${file} exists already; a backup overwrites nothing.\n`);
  expect(await readFile(file, "utf8")).toBe("the last one");
});

test("a backup of a missing database fails", async () => {
  await using folder = await createTempFolder();
  const missing = join(folder.path, "missing.sqlite");
  const output = await backUp(missing, join(folder.path, "backup")).catch(({ stderr }) => stderr);
  expect(output).toBe(
    `There is no database at ${missing}. Set DATABASE_URL or VAR_DIR as they are set for the site.\n`,
  );
});
