// `npm run admin`, and the regular purge of expired data.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { runAdmin, signUpAndSignIn } from "#test/harness/accounts.ts";
import { purgeAll } from "#test/harness/data/people.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getPersistentDatabaseUrl, getUnmigratedDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();

describe("an administrator", () => {
  test("finds users by a part of the id, the name or the address", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    await world.context.db.updateTable("user").set({ name: "Al_x" }).where("id", "=", user.id).execute();
    for (const text of [user.id, account.email.toUpperCase(), "l_x"]) {
      const output = await runAdmin(world.context, ["find", text]);
      expect(output).toContain(`${user.id}  ${user.createdAt.slice(0, 10)}  verified  ${account.email}`);
    }
    await world.context.db.updateTable("user").set({ name: "Øyvind" }).where("id", "=", user.id).execute();
    expect(await runAdmin(world.context, ["find", "Øyv"])).toContain(account.email);
    expect(await runAdmin(world.context, ["find", "%"])).toBe("No user found.\n");
    expect(await runAdmin(world.context, ["find", user.id])).not.toMatch(/password|token/);
  });

  test("gets all user texts without terminal control characters", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    const [name, email] = ["\u001b[2JAl\u009b1m\nunknown  2026-01-01  verified", "al\u001b]0;x\u0007@example.com"];
    const { db } = world.context;
    await db.updateTable("user").set({ name, email }).where("id", "=", user.id).execute();
    const output = await runAdmin(world.context, ["find", user.id]);
    expect(output).toContain("al\\u{1b}]0;x\\u{7}@example.com  \\u{1b}[2JAl\\u{9b}1m\\u{a}unknown");
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
    const { id } = await visitor.trpc.share.create.mutate({ name: "Mine", loadout, note: null, withAuthor: true });
    await world.visitor().trpc.share.report.mutate({ id, reason: "other", text: "\u001b[31m\u009b \u202e" });
    await db.updateTable("share").set({ name: "\u001b[5m\u007f" }).execute();
    const reported = await runAdmin(world.context, ["reports"]);
    const outputs = [output, reported, await runAdmin(world.context, ["sign-out", user.id])];
    outputs.push(await runAdmin(world.context, ["delete", user.id]));
    for (const output of outputs) expect(output.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\u202e/u);
    await expect(runAdmin(world.context, ["delete", "\u001b[2J"])).rejects.toThrow("id \\u{1b}[2J:");
  });

  test("signs a user out everywhere", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    expect(await runAdmin(world.context, ["sign-out", user.id])).toBe(
      `${account.email} is signed out: 1 session ended.\n`,
    );
    expect(await getSession(visitor)).toBeNull();
  });

  test("deletes a user with all their data", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    expect(await runAdmin(world.context, ["delete", user.id])).toBe(
      `${account.email} is deleted, and all that was theirs.\n`,
    );
    expect(await getSession(visitor)).toBeNull();
    expect(await world.context.db.selectFrom("account").select("id").execute()).toEqual([]);
  });

  test("bans a user: sessions end, every sign-in is refused, and the ban can be lifted", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    expect(await runAdmin(world.context, ["ban", user.id])).toBe(`${account.email} is banned: 1 session ended.\n`);
    expect(await getSession(visitor)).toBeNull();
    expect(await runAdmin(world.context, ["find", user.id])).toContain("verified, banned");
    const { email, password } = account;
    const refused = await visitor.post("/api/auth/sign-in/email", { email, password });
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: "ACCOUNT_BANNED" })]);
    await visitor.post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    const [, otp] = /\b(\d{6})\b/.exec((await world.mails())[0]?.text ?? "") ?? [];
    expect((await visitor.post("/api/auth/sign-in/email-otp", { email, otp })).status).toBe(403);
    expect(await getSession(visitor)).toBeNull();
    expect(await world.context.db.selectFrom("session").select("id").execute()).toEqual([]);
    expect(await runAdmin(world.context, ["unban", user.id])).toBe(`${email} may sign in again.\n`);
    expect((await visitor.post("/api/auth/sign-in/email", { email, password })).status).toBe(200);
  });

  test("verifies the address of a user who got no mail", async () => {
    await using world = await makeWorld();
    const account = { name: "Al", email: "al@example.com", password: "correct horse battery" };
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-up/email", account);
    expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(403);
    const { id } = await world.context.db.selectFrom("user").select("id").executeTakeFirstOrThrow();
    expect(await runAdmin(world.context, ["verify", id])).toBe("al@example.com counts as verified.\n");
    expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(200);
  });

  test("exports the data of a user to a new file that only the operator may read", async () => {
    await using world = await makeWorld();
    await using folder = await createTempFolder();
    const { visitor, account } = await signUpAndSignIn(world);
    await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    await visitor.trpc.folder.save.mutate({ id: randomUUID(), name: "Night maps" });
    const file = join(folder.path, "al.jsonl");
    expect(await runAdmin(world.context, ["export", user.id, file])).toContain(`All that is of ${account.email} is in`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [about, ...pages] = (await readFile(file, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(about).toMatchObject({ account: { id: user.id, email: account.email } });
    expect(pages).toMatchObject([{ folder: [{ name: "Night maps" }] }]);
    await expect(runAdmin(world.context, ["export", user.id, file])).rejects.toThrow("overwrites nothing");
  });

  test("lists the newest 50 undeliverable mails, with a note that there may be more", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const getMail = (number: number) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
      const mail = { to: "al@example.com", subject: `No. ${number}`, attempts: 1, reason: "refused" };
      return { id: `mail-${number}`, ...mail, createdAt: at, updatedAt: at };
    };
    await db
      .insertInto("deadMail")
      .values(Array.from({ length: 49 }, (_, number) => getMail(number)))
      .execute();
    expect(await runAdmin(world.context, ["mails"])).not.toContain("there may be more");
    await db
      .insertInto("deadMail")
      .values([getMail(49), getMail(50)])
      .execute();
    const lines = (await runAdmin(world.context, ["mails"])).split("\n");
    expect([lines[0], ...lines.slice(-3)]).toEqual([
      expect.stringContaining("No. 50"),
      expect.stringContaining("No. 1"),
      "The 50 newest; there may be more.",
      "",
    ]);
  });

  test("has to confirm a deletion, and each change is recorded before it is made", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { user } = await getSession(visitor);
    const questions: string[] = [];
    const recorded: string[] = [];
    const parts = {
      confirm: async (question: string) => questions.push(question) > 1,
      audit: async (...line: string[]) => void recorded.push(line.join(" ")),
    };
    expect(await runAdmin(world.context, ["delete", user.id], parts)).toBe("Nothing is deleted.\n");
    expect([questions, recorded]).toEqual([[expect.stringContaining(`Delete ${account.email}`)], []]);
    expect(await getSession(visitor)).not.toBeNull();
    for (const command of ["find", "verify", "ban", "unban", "sign-out", "delete"]) {
      await runAdmin(world.context, [command, user.id], parts);
    }
    expect(recorded).toEqual(["verify", "ban", "unban", "sign-out", "delete"].map((name) => `${name} ${user.id}`));
  });

  test("gets the usage text, and an error for an unknown user", async () => {
    await using world = await makeWorld();
    for (const args of [[], ["find"], ["find", "a", "b"], ["toString"], ["find", "a", "--force"], ["delete", ""]]) {
      await expect(runAdmin(world.context, args)).rejects.toThrow(/npm run admin -- COMMAND\n {2}find TEXT/);
    }
    await expect(runAdmin(world.context, ["delete", "unknown"])).rejects.toThrow("No user has the id unknown");
  });
});

describe("npm run admin", () => {
  const run = (args: readonly string[], environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, ["src/server/admin/admin.ts", ...args], {
      env: { ...process.env, ...environment },
    })
      .then(({ stdout }) => stdout)
      .catch(({ stderr }) => stderr as string);

  const readAudit = async (path: string): Promise<unknown[]> =>
    (await readFile(path, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  test("passes the password to pg_dump where no other program reads it", async () => {
    await using folder = await createTempFolder();
    await writeFile(join(folder.path, "pg_dump"), '#!/bin/sh\necho "$* PGPASSWORD=$PGPASSWORD"\n', { mode: 0o755 });
    const [copy, DATABASE_URL] = [
      join(folder.path, "copy"),
      "postgres://al:p%40ss@db.example:5433/site?sslmode=require",
    ];
    const PATH = [folder.path, process.env["PATH"]].join(delimiter);
    await run(["backup", copy], { VAR_DIR: join(folder.path, "var"), DATABASE_URL, PATH });
    expect(await readFile(copy, "utf8")).toBe(
      "--format=custom --no-owner --dbname=postgres://al@db.example:5433/site?sslmode=require PGPASSWORD=p@ss\n",
    );
  });

  test("opens an existing database only: it does not create or migrate one, send mails or run jobs", async () => {
    await using folder = await createTempFolder();
    const VAR_DIR = join(folder.path, "var");
    expect(await run(["find", "al"], { VAR_DIR, DATABASE_URL: "" })).toBe(
      `There is no database at ${join(VAR_DIR, "fieldlocker.sqlite")}. Set DATABASE_URL or VAR_DIR as they are set for the site.\n`,
    );
    expect(existsSync(VAR_DIR)).toBe(false);
    const closedAddress = `127.0.0.1:${await findFreePort()}`;
    expect(
      await run(["find", "al"], { VAR_DIR, DATABASE_URL: `postgres://al:hunter2@${closedAddress}/fieldlocker` }),
    ).toMatch(`DATABASE_URL: nothing listens on ${closedAddress}.`);
    const refused = await run(["backup", join(folder.path, "copy")], {
      VAR_DIR,
      DATABASE_URL: `postgres://al:hunter2@${closedAddress}/fieldlocker`,
    });
    expect(refused).toMatch(/^(DATABASE_URL: pg_dump failed|pg_dump is not on this machine): /);
    expect(refused).not.toContain("hunter2");
    const unmigratedUrl = process.env["TEST_DATABASE"]
      ? await getUnmigratedDatabaseUrl()
      : join(folder.path, "unmigrated.sqlite");
    if (!process.env["TEST_DATABASE"]) new DatabaseSync(unmigratedUrl).exec("CREATE TABLE other (id TEXT)");
    expect(await run(["find", "al"], { VAR_DIR, DATABASE_URL: unmigratedUrl })).toBe(
      "The database is not that of this release. Start the site first: it brings the tables up to date.\n",
    );
    const DATABASE_URL = await getPersistentDatabaseUrl(folder.path);
    await using world = await makeWorld({
      environment: { DATABASE_URL },
      sendMail: () => Promise.reject(new Error("Later.")),
    });
    const { db } = world.context;
    const [at, later] = [new Date().toISOString(), new Date(Date.now() + 60_000).toISOString()];
    const times = { nextAttemptAt: at, createdAt: at, updatedAt: at };
    const mail = { id: "1", to: "al@example.com", subject: "Hello", text: "Hello", html: "Hello", attempts: 0 };
    await db
      .insertInto("mail")
      .values({ ...mail, ...times, leasedUntil: later })
      .execute();
    const id = "a-person";
    const user = { id, name: "Al", email: "al@example.com", emailVerified: false, image: null, isAnonymous: false };
    const since = { createdAt: new Date(), updatedAt: new Date(), addressProvenAt: null, bannedAt: null };
    await db
      .insertInto("user")
      .values({ ...user, ...since })
      .execute();
    expect(await run(["delete", id], { VAR_DIR, DATABASE_URL })).toContain("Answer with --yes");
    expect(await run(["delete", id, "--yes"], { VAR_DIR, DATABASE_URL })).toBe(
      "al@example.com is deleted, and all that was theirs.\n",
    );
    expect(await db.selectFrom("mail").select(["id", "attempts"]).execute()).toEqual([{ id: "1", attempts: 0 }]);
    expect(existsSync(join(VAR_DIR, "mailbox"))).toBe(false);
    const audit = join(VAR_DIR, "audit.log");
    expect((await stat(audit)).mode & 0o777).toBe(0o600);
    const lines = [
      { command: "backup", operator: expect.any(String) },
      { command: "delete", target: id, operator: expect.any(String) },
    ];
    expect(await readAudit(audit)).toMatchObject(lines);
    if (process.env["TEST_DATABASE"]) return;
    const file = join(folder.path, "copy.sqlite");
    expect(await run(["backup", file], { VAR_DIR, DATABASE_URL, SUDO_USER: "kim" })).toContain("is copied to");
    expect(await readAudit(audit)).toMatchObject([...lines, { command: "backup", target: file, operator: "kim" }]);
  });

  test.skipIf(process.env["TEST_DATABASE"])("and a running site wait for each other's SQLite writes", async () => {
    await using folder = await createTempFolder();
    const [VAR_DIR, DATABASE_URL] = [folder.path, await getPersistentDatabaseUrl(folder.path)];
    await using site = startProgram({ port: await findFreePort(), folder: VAR_DIR, databaseUrl: DATABASE_URL });
    await site.listening();
    const visitor = createVisitor(`http://localhost:${site.port}`);
    await visitor.post("/api/auth/sign-in/anonymous");
    const { user } = await getSession(visitor);
    using writer = new DatabaseSync(DATABASE_URL);
    writer.exec("BEGIN IMMEDIATE");
    const done: string[] = [];
    const verifying = run(["verify", user.id], { VAR_DIR, DATABASE_URL }).then((text) => void done.push(text));
    await vi.waitUntil(() => existsSync(join(VAR_DIR, "audit.log")), { timeout: 60_000 });
    const folderRow = { id: randomUUID(), name: "Night maps" };
    const saving = visitor.trpc.folder.save.mutate(folderRow).then(() => void done.push("saved"));
    await sleep(300);
    expect(done).toEqual([]);
    writer.exec("COMMIT");
    await Promise.all([verifying, saving]);
    expect(done.toSorted()).toEqual([`${user.email} counts as verified.\n`, "saved"].toSorted());
  });
});

describe("purging", () => {
  test("deletes a guest whose session has expired, with the locker, and no other user", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await world.visitor().post("/api/auth/sign-in/anonymous");
    const { account } = await signUpAndSignIn(world);
    await purgeAll(world.context, new Date(Date.now() + 179 * DAY_MS));
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(2);
    await purgeAll(world.context, new Date(Date.now() + 181 * DAY_MS));
    expect(await db.selectFrom("user").select("email").execute()).toEqual([{ email: account.email }]);
    expect(await db.selectFrom("session").select("id").execute()).toEqual([]);
  });

  test("keeps a guest who was just created, and deletes expired rows", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await world.visitor().post("/api/auth/sign-in/anonymous");
    await db.deleteFrom("session").execute();
    await purgeAll(world.context, new Date());
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(1);
    await world
      .visitor()
      .post("/api/auth/email-otp/send-verification-otp", { email: "a@example.com", type: "sign-in" });
    await world.mails();
    await purgeAll(world.context, new Date(Date.now() + 2 * DAY_MS));
    for (const table of ["user", "verification", "budget"] as const) {
      expect([table, await db.selectFrom(table).select("id").execute()]).toEqual([table, []]);
    }
  });
});
