// @postgres
// npm run admin -- backup FILE: taken while people write, and enough to begin from.
import { execFile, spawnSync } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
import { bareDatabaseUrl, lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { makeWorld } from "#test/harness/world.ts";

const run = promisify(execFile);
/** PostgreSQL is backed up by a program of its own; CI has it. */
const hasProgram =
  !process.env["TEST_DATABASE"] || process.env["CI"] !== undefined || spawnSync("pg_dump", ["--version"]).status === 0;

const backUp = (databaseUrl: string, file: string) =>
  run(process.execPath, ["src/server/admin.ts", "backup", file], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });

/** Opens what the backup holds, on a database of its own. */
async function restored(file: string) {
  const logger = createLogger({ logLevel: "error" });
  if (!process.env["TEST_DATABASE"]) return openDatabase({ kind: "sqlite", path: file }, logger);
  const url = await bareDatabaseUrl();
  await run("pg_restore", ["--no-owner", `--dbname=${url}`, file]);
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
  const said = await backUp(databaseUrl, file).catch(({ stderr }) => stderr);
  expect(said).toBe(`${file} exists already; a backup overwrites nothing.\n`);
  expect(await readFile(file, "utf8")).toBe("the last one");
});

test("of a database that is not there, there is no backup", async () => {
  await using folder = await folderOfItsOwn();
  const missing = join(folder.path, "missing.sqlite");
  const said = await backUp(missing, join(folder.path, "backup")).catch(({ stderr }) => stderr);
  expect(said).toBe(`There is no database at ${missing}. Set DATABASE_URL or VAR_DIR as they are set for the site.\n`);
});
