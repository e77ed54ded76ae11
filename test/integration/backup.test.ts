// @postgres
// npm run admin -- backup FILE: taken while people write, and enough to begin from.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { postgresFolder } from "#test/harness/processes/postgres.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
import { bareDatabaseUrl, lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { makeWorld } from "#test/harness/world.ts";

const run = promisify(execFile);
/** The programs of PostgreSQL, of the server's version; a backup takes those that are installed with it. */
const folder = process.env["TEST_DATABASE"] ? postgresFolder() : null;
const PATH = [folder ?? [], process.env["PATH"] ?? []].flat().join(delimiter);
const hasProgram = folder === null || process.env["CI"] !== undefined || existsSync(join(folder, "pg_dump"));

const backUp = (databaseUrl: string, file: string) =>
  run(process.execPath, ["src/server/admin/admin.ts", "backup", file], {
    env: { ...process.env, PATH, DATABASE_URL: databaseUrl },
  });

/** Opens what the backup holds, on a database of its own. */
async function restored(file: string) {
  const logger = createLogger({ logLevel: "error" });
  if (!process.env["TEST_DATABASE"]) return openDatabase({ kind: "sqlite", path: file }, logger);
  const url = await bareDatabaseUrl();
  await run("pg_restore", ["--no-owner", `--dbname=${url}`, file], { env: { ...process.env, PATH } });
  return openDatabase({ kind: "postgres", url }, logger);
}

test.runIf(hasProgram)(
  "a backup taken while people sign up holds everybody who was there, and its owner alone may read it",
  async () => {
    await using folder = await folderOfItsOwn();
    const databaseUrl = await lastingDatabaseUrl(folder.path);
    await using world = await makeWorld({ environment: { DATABASE_URL: databaseUrl } });
    const { account } = await signUpAndIn(world);
    const file = join(folder.path, "backup");
    const [{ stdout }] = await Promise.all([backUp(databaseUrl, file), signUpAndIn(world), signUpAndIn(world)]);
    expect(stdout).toBe(`The database is copied to ${file}. The secret is not in it.\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const db = await restored(file);
    const people = await db.selectFrom("user").select("email").execute();
    const steps = await db
      .selectFrom("user")
      .innerJoin("account", "account.userId", "user.id")
      .select("user.id")
      .execute();
    await db.destroy();
    expect(people).toContainEqual({ email: account.email });
    expect(steps.length).toBe(people.length);
  },
);

test("a backup overwrites nothing", async () => {
  await using folder = await folderOfItsOwn();
  const file = join(folder.path, "backup");
  await writeFile(file, "the last one");
  const databaseUrl = await lastingDatabaseUrl(folder.path);
  if (!process.env["TEST_DATABASE"]) await writeFile(databaseUrl, "");
  const output = await backUp(databaseUrl, file).catch(({ stderr }) => stderr);
  expect(output).toBe(`${file} exists already; a backup overwrites nothing.\n`);
  expect(await readFile(file, "utf8")).toBe("the last one");
});

test("of a database that is not there, there is no backup", async () => {
  await using folder = await folderOfItsOwn();
  const missing = join(folder.path, "missing.sqlite");
  const output = await backUp(missing, join(folder.path, "backup")).catch(({ stderr }) => stderr);
  expect(output).toBe(
    `There is no database at ${missing}. Set DATABASE_URL or VAR_DIR as they are set for the site.\n`,
  );
});
