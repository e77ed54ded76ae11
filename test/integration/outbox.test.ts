// @postgres
// Mail leaves after the answer: through a table that outlives a crash, and each mail once.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { codeMail } from "#server/auth/credentials/mails.ts";
import { readConfig } from "#server/config/config.ts";
import { type Database, openDatabase } from "#server/database/database.ts";
import { purgeExpired } from "#server/database/expired-rows.ts";
import { migrate } from "#server/database/migrate.ts";
import type { Mail, SendMail } from "#server/mail/mailer.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { addMail, createMailQueue, createOutbox, LEASE_MS } from "#server/mail/outbox.ts";
import { runAdmin, signUp } from "#test/harness/accounts.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld } from "#test/harness/world.ts";
import { startMailServer } from "#test/resilience/mail-server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LETTER: Mail = { to: "al@example.com", subject: "A subject", text: "A secret text", html: "<p>Secret</p>" };

/** A mail server that writes down what it takes, and can be broken. */
function postOffice() {
  const mails: Mail[] = [];
  const office = { isDown: false, calls: 0, mails };
  const send: SendMail = async (mail) => {
    office.calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (office.isDown) throw Object.assign(new Error(`550 <${mail.to}> refused`), { code: "EENVELOPE" });
    mails.push(mail);
  };
  return Object.assign(office, { send });
}

/** One database with two connections to it, as two processes have them, and a clock to turn. */
async function twoConnections() {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const url = process.env["TEST_DATABASE"] ? await freshDatabaseUrl() : join(folder, "mails.sqlite");
  const { database } = readConfig({ DATABASE_URL: url, VAR_DIR: folder });
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
  const open = () => openDatabase(database, logger);
  const connections = [open(), open()] as const;
  await migrate(connections[0], database);
  let offsetMs = 0;
  return {
    connections,
    logger,
    lines,
    now: () => new Date(Date.now() + offsetMs),
    turnClock: (ms: number) => {
      offsetMs += ms;
    },
    async [Symbol.asyncDispose]() {
      for (const db of connections) await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

const rowsIn = (db: Database) => db.selectFrom("mail").selectAll().execute();

test("a sign-up answers at once while the mail server is down, and its mail comes once when that is back", async () => {
  const office = postOffice();
  office.isDown = true;
  await using world = await makeWorld({ sendMail: office.send });
  const getElapsedMs = startStopwatch();
  const { email } = await signUp(world.visitor());
  expect(getElapsedMs()).toBeLessThan(1000);
  await world.context.outbox.drained();
  world.turnClock(1000);
  await world.context.outbox.drained();
  expect([office.calls >= 2, office.mails]).toEqual([true, []]);
  office.isDown = false;
  for (let minute = 0; minute < 30; minute += 1) {
    world.turnClock(MINUTE_MS);
    await world.context.outbox.drained();
  }
  expect(office.mails.map(({ to }) => to)).toEqual([email]);
});

test("a sign-up and a forgotten password answer at once while the mail server is slow", async () => {
  const office = postOffice();
  const { promise: slowness, resolve: end } = Promise.withResolvers<void>();
  const sendSlowly: SendMail = async (mail) => {
    await slowness;
    await office.send(mail);
  };
  await using world = await makeWorld({ sendMail: sendSlowly });
  const visitor = world.visitor();
  const getElapsedMs = startStopwatch();
  const { email } = await signUp(visitor);
  const answer = await visitor.post("/api/auth/request-password-reset", { email });
  expect([answer.status, getElapsedMs() < 1000]).toEqual([200, true]);
  expect(office.mails).toEqual([]);
  end();
  await world.context.outbox.drained();
  expect(office.mails.map(({ subject }) => subject)).toEqual(["Verify your e-mail address", "Choose a new password"]);
});

test("two processes on one database send each of 50 mails once", async () => {
  await using place = await twoConnections();
  const office = postOffice();
  const [db, otherDb] = place.connections;
  await using one = createOutbox({ ...place, db, send: office.send });
  await using other = createOutbox({ ...place, db: otherDb, send: office.send });
  const subjects = Array.from({ length: 50 }, (_, index) => `Mail ${index}`);
  await Promise.all(subjects.map((subject, index) => (index % 2 === 0 ? one : other).enqueue({ ...LETTER, subject })));
  await Promise.all([one.drained(), other.drained()]);
  expect(office.mails.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  expect(await rowsIn(db)).toEqual([]);
});

test("a mail that a process left unsent when it died is sent by the next one", async () => {
  await using place = await twoConnections();
  const [db] = place.connections;
  await addMail(db, LETTER, place.now());
  const office = postOffice();
  await using outbox = createOutbox({ ...place, db, send: office.send });
  await expect.poll(() => office.mails).toEqual([LETTER]);
  await outbox.drained();
});

test("a mail whose process died while sending it is sent after its lease, and not before", async () => {
  await using place = await twoConnections();
  const [dead, db] = place.connections;
  const queue = createMailQueue(dead, place.now);
  await addMail(dead, LETTER, place.now());
  expect(await queue.claim()).toMatchObject({ attempts: 1, ...LETTER });
  const office = postOffice();
  await using outbox = createOutbox({ ...place, db, send: office.send });
  await outbox.drained();
  place.turnClock(LEASE_MS / 2);
  await outbox.drained();
  expect(office.mails).toEqual([]);
  place.turnClock(LEASE_MS / 2);
  await outbox.drained();
  expect(office.mails).toEqual([LETTER]);
});

test("a lease is renewed by its holder only", async () => {
  await using place = await twoConnections();
  const [db] = place.connections;
  const queue = createMailQueue(db, place.now);
  await addMail(db, LETTER, place.now());
  const claimed = await queue.claim();
  if (!claimed) throw new Error("There is no mail.");
  place.turnClock(LEASE_MS - 1000);
  await queue.renew(claimed);
  place.turnClock(LEASE_MS - 1000);
  expect(await queue.claim()).toBeNull();
  place.turnClock(1000);
  expect(await queue.claim()).toMatchObject({ id: claimed.id, attempts: 2 });
  place.turnClock(LEASE_MS - 1000);
  await queue.renew(claimed);
  await queue.putOff(claimed, 0);
  expect(await queue.claim()).toBeNull();
  place.turnClock(1000);
  expect(await queue.claim()).toMatchObject({ attempts: 3 });
});

test("a mail that no server takes is retried for a day, with longer and longer pauses, then given up", async () => {
  await using place = await twoConnections();
  const [db] = place.connections;
  const office = postOffice();
  office.isDown = true;
  // The clock stands between the turns, so that no try comes of itself.
  let at = Date.now();
  await using outbox = createOutbox({ ...place, db, send: office.send, now: () => new Date(at) });
  await outbox.enqueue(codeMail(LETTER.to, "491625"));
  await outbox.drained();
  const pauses = [
    1000,
    5000,
    30_000,
    120_000,
    600_000,
    1_800_000,
    ...[1, 2, 4, 8, 8].map((hours) => hours * 3_600_000),
  ];
  expect(pauses.reduce((sum, ms) => sum + ms) / DAY_MS).toBeGreaterThan(0.98);
  for (const [index, delayMs] of pauses.entries()) {
    at += delayMs - 1;
    await outbox.drained();
    expect(office.calls, `before ${delayMs} ms`).toBe(index + 1);
    at += 1;
    await outbox.drained();
    expect(office.calls, `after ${delayMs} ms`).toBe(index + 2);
  }
  expect(await rowsIn(db)).toEqual([]);
  const output = place.lines.join("");
  expect(output).toMatch(/EENVELOPE.*a mail was given up/);
  expect(output).not.toMatch(/al@example|subject|491625/);
  const dead = await db.selectFrom("deadMail").selectAll().execute();
  expect(dead).toMatchObject([{ to: LETTER.to, subject: "… is your sign-in code", attempts: 12, reason: "EENVELOPE" }]);
  expect(JSON.stringify(dead)).not.toMatch(/491625|type it/i);
  expect(await runAdmin({ db, now: place.now }, ["mails"])).toContain(
    'EENVELOPE  12 attempts  al@example.com  "… is your sign-in code"',
  );
  await purgeExpired(db, new Date(at + 13 * DAY_MS));
  expect(await db.selectFrom("deadMail").select("id").execute()).toHaveLength(1);
  await purgeExpired(db, new Date(at + 15 * DAY_MS));
  expect(await db.selectFrom("deadMail").select("id").execute()).toEqual([]);
});

test("a mail that its server refuses for good is given up at once, one that the site's settings cause is not", async () => {
  await using place = await twoConnections();
  const [db] = place.connections;
  const outcomes: string[] = [];
  const fail =
    (error: object): SendMail =>
    async () =>
      Promise.reject(Object.assign(new Error("Refused."), error));
  for (const error of [
    { code: "EENVELOPE", responseCode: 550, command: "RCPT TO" },
    { code: "EENVELOPE", command: "API" },
    { code: "EENVELOPE", responseCode: 450, command: "RCPT TO" },
    { code: "EENVELOPE", responseCode: 553, command: "MAIL FROM" },
    { code: "EAUTH", responseCode: 535, command: "AUTH PLAIN" },
  ]) {
    const onOutcome = (outcome: string) => void outcomes.push(`${error.command} ${error.responseCode}: ${outcome}`);
    await using outbox = createOutbox({ ...place, db, send: fail(error), onOutcome });
    await outbox.enqueue(LETTER);
    await outbox.drained();
    await db.deleteFrom("mail").execute();
  }
  expect(outcomes).toEqual([
    "RCPT TO 550: dead",
    "API undefined: dead",
    "RCPT TO 450: failed",
    "MAIL FROM 553: failed",
    "AUTH PLAIN 535: failed",
  ]);
  expect(await db.selectFrom("deadMail").select("id").execute()).toHaveLength(2);
});

test("several mails are sent at a time, on connections that serve the next ones, too", async () => {
  await using place = await twoConnections();
  await using office = await startMailServer();
  office.slowMs = 50;
  const [db] = place.connections;
  {
    await using mailer = createMailer({ mail: { kind: "smtp", url: office.url }, mailFrom: "al@example.com" });
    await using outbox = createOutbox({ ...place, db, ...mailer });
    await Promise.all(Array.from({ length: 12 }, () => outbox.enqueue(LETTER)));
    await outbox.drained();
    await expect.poll(() => office.recipients.length).toBe(12);
  }
  expect(office.connections).toBeGreaterThan(1);
  expect(office.connections).toBeLessThan(6);
});

test("nothing of a mail remains stored once it is sent", async () => {
  await using world = await makeWorld();
  const { email } = await signUp(world.visitor());
  expect((await world.mails()).map(({ to }) => to)).toEqual([email]);
  expect(await rowsIn(world.context.db)).toEqual([]);
});

test("a mail sent while the database fails is not sent again", async () => {
  await using place = await twoConnections();
  const [db, other] = place.connections;
  const office = postOffice();
  const send: SendMail = async (mail) => {
    await office.send(mail);
    await other.schema.alterTable("mail").renameTo("mailAway").execute();
  };
  await using outbox = createOutbox({ ...place, db, send });
  await outbox.enqueue(LETTER);
  await outbox.drained();
  await other.schema.alterTable("mailAway").renameTo("mail").execute();
  place.turnClock(LEASE_MS);
  await expect.poll(() => rowsIn(other), { timeout: 5000 }).toEqual([]);
  expect([office.calls, place.lines.join("").includes("the outbox lost its database")]).toEqual([1, true]);
});

test("the end waits for the mail under way", async () => {
  await using place = await twoConnections();
  const [db] = place.connections;
  const office = postOffice();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  {
    await using outbox = createOutbox({
      ...place,
      db,
      send: async (mail) => {
        begin();
        await new Promise((resolve) => setTimeout(resolve, 50));
        await office.send(mail);
      },
    });
    await outbox.enqueue(LETTER);
    await outbox.enqueue({ ...LETTER, subject: "Next" });
    await begun;
  }
  expect([office.mails.length, (await rowsIn(db)).length]).toEqual([1, 1]);
});
