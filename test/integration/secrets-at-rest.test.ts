// Who reads the database finds nothing to sign in with, reset, verify or delete by: the file's own bytes are searched.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { linkIn, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { getRows, makeProviderWorld, type ProviderWorld, signInBy } from "#test/harness/identity/provider-flow.ts";

/** SQLite's whole file, deleted pages and all, or every row of every table of PostgreSQL. */
async function getContents({ context: { db, config } }: ProviderWorld): Promise<string> {
  if (config.database.kind === "sqlite") {
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    return readFile(config.database.path, "latin1");
  }
  const tables = await db.introspection.getTables();
  const rows = tables.map(({ schema, name }) =>
    sql`SELECT to_jsonb(t)::text AS row FROM ${sql.table(`${schema}.${name}`)} t`.execute(db),
  );
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows));
}

/** A world on a file, where the database is one. */
async function makeWorldOnDisk(): Promise<ProviderWorld> {
  if (process.env["TEST_DATABASE"]) return makeProviderWorld();
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const world = await makeProviderWorld({ DATABASE_URL: join(folder, "fieldlocker.sqlite") });
  return {
    ...world,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

test("no password, mailed secret or provider's token is in the database, neither while it is good nor once it is spent", async () => {
  await using world = await makeWorldOnDisk();
  const mailed = async () => (await world.mails())[0];
  const secrets = new Map<string, string>();
  const look = async (moment: string) => {
    const contents = await getContents(world);
    expect([...secrets].filter(([, secret]) => contents.includes(secret)).map(([name]) => [moment, name])).toEqual([]);
    return contents;
  };

  const { visitor, account } = await signUpAndIn(world);
  secrets.set("password", account.password);
  expect(await look("after a sign-up")).toContain(account.email);

  const other = await signUp(world.visitor());
  const verification = linkIn(await mailed());
  secrets.set("verification token", new URL(verification).searchParams.get("token") ?? "");
  await look("before a verification");
  await visitor.fetch(verification);
  await look("after a verification");

  await visitor.post("/api/auth/request-password-reset", { email: other.email });
  const token = new URL(linkIn(await mailed())).pathname.split("/").at(-1) ?? "";
  secrets.set("reset token", token);
  await look("before a reset");
  await visitor.post("/api/auth/reset-password", { token, newPassword: "another horse battery" });
  await look("after a reset");

  await visitor.post("/api/auth/email-otp/send-verification-otp", { email: account.email, type: "sign-in" });
  const code = /\b\d{6}\b/.exec((await mailed())?.text ?? "")?.[0] ?? "";
  secrets.set("code", `${code}:`).set("mailed code", `${code} is your`);
  await look("after a code");

  await visitor.post("/api/auth/delete-user");
  const deletion = new URL(linkIn(await mailed())).searchParams.get("token") ?? "";
  secrets.set("deletion token", deletion);
  await look("before a deletion");

  await visitor.post("/api/auth/change-email", { newEmail: "other@example.com" });
  const change = linkIn(await mailed());
  secrets.set("change token", new URL(change).searchParams.get("token") ?? "");
  await look("before a change of address");
  await visitor.fetch(change);
  await look("after a change of address");

  const person = aPerson();
  await signInBy(world, world.visitor(), { id: "google" }, person);
  const { account: linked } = await getRows(world, "google", person.id);
  secrets.set("ID token", linked.idToken ?? "");
  secrets.set("access token", "google-access-").set("refresh token", "google-refresh-");
  await look("after a provider's return");

  expect([...secrets].filter(([, secret]) => secret.length < 7)).toEqual([]);
});
