// The database contains no usable secrets: passwords, codes and tokens. The test searches the bytes of the file.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getAccountOwner,
  makeProviderWorld,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";

/** Returns SQLite's whole file including deleted pages, or every row of every table of PostgreSQL. */
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

/** Creates a world whose database is a file, unless the tests use PostgreSQL. */
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

test("no password, mailed secret or provider token is in the database, neither while it is valid nor after its use", async () => {
  await using world = await makeWorldOnDisk();
  const getNewestMail = async () => (await world.mails())[0];
  const secrets = new Map<string, string>();
  const expectNoSecrets = async (moment: string) => {
    const contents = await getContents(world);
    expect([...secrets].filter(([, secret]) => contents.includes(secret)).map(([name]) => [moment, name])).toEqual([]);
    return contents;
  };

  const { visitor, account } = await signUpAndSignIn(world);
  secrets.set("password", account.password);
  expect(await expectNoSecrets("after a sign-up")).toContain(account.email);

  const other = await signUp(world.visitor());
  const verification = getLink(await getNewestMail());
  secrets.set("verification token", new URL(verification).searchParams.get("token") ?? "");
  await expectNoSecrets("before a verification");
  await visitor.fetch(verification);
  await expectNoSecrets("after a verification");

  await visitor.post("/api/auth/request-password-reset", { email: other.email });
  const token = new URL(getLink(await getNewestMail())).pathname.split("/").at(-1) ?? "";
  secrets.set("reset token", token);
  await expectNoSecrets("before a reset");
  await visitor.post("/api/auth/reset-password", { token, newPassword: "another horse battery" });
  await expectNoSecrets("after a reset");

  await visitor.post("/api/auth/email-otp/send-verification-otp", { email: account.email, type: "sign-in" });
  const code = /\b\d{6}\b/.exec((await getNewestMail())?.text ?? "")?.[0] ?? "";
  secrets.set("code", `${code}:`).set("mailed code", `${code} is your`);
  await expectNoSecrets("after a code");

  await visitor.post("/api/auth/delete-user");
  const deletion = new URL(getLink(await getNewestMail())).searchParams.get("token") ?? "";
  secrets.set("deletion token", deletion);
  await expectNoSecrets("before a deletion");

  await visitor.post("/api/auth/change-email", { newEmail: "other@example.com" });
  const change = getLink(await getNewestMail());
  secrets.set("change token", new URL(change).searchParams.get("token") ?? "");
  await expectNoSecrets("before a change of address");
  await visitor.fetch(change);
  await expectNoSecrets("after a change of address");

  const person = createPerson();
  await signInWithProvider(world, world.visitor(), { id: "google" }, person);
  const { account: linked } = await getAccountOwner(world, "google", person.id);
  secrets.set("ID token", linked.idToken ?? "");
  secrets.set("access token", "google-access-").set("refresh token", "google-refresh-");
  await expectNoSecrets("after a provider's return");

  expect([...secrets].filter(([, secret]) => secret.length < 7)).toEqual([]);
});
