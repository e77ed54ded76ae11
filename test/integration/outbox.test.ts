// @postgres
// Mails are sent after the response, from a table that survives a crash, and each mail once.
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
import { getEmptyDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld } from "#test/harness/world.ts";
import { startMailServer } from "#test/resilience/mail-server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAIL: Mail = { to: "al@example.com", subject: "A subject", text: "A secret text", html: "<p>Secret</p>" };

/** Creates a mail server that records the mails it accepts, and that can be switched off. */
function createMailServer() {
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

/** Opens two connections to one database, as two processes would, with an adjustable clock. */
async function openTwoConnections() {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const url = process.env["TEST_DATABASE"] ? await getEmptyDatabaseUrl() : join(folder, "mails.sqlite");
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

const listRows = (db: Database) => db.selectFrom("mail").selectAll().execute();

test("a sign-up responds at once while the mail server is down, and its mail is sent once when the server is up", async () => {
  const office = createMailServer();
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

test("a sign-up and a password reset request respond at once while the mail server is slow", async () => {
  const office = createMailServer();
  const { promise: delay, resolve: end } = Promise.withResolvers<void>();
  const sendSlowly: SendMail = async (mail) => {
    await delay;
    await office.send(mail);
  };
  await using world = await makeWorld({ sendMail: sendSlowly });
  const visitor = world.visitor();
  const getElapsedMs = startStopwatch();
  const { email } = await signUp(visitor);
  const response = await visitor.post("/api/auth/request-password-reset", { email });
  expect([response.status, getElapsedMs() < 1000]).toEqual([200, true]);
  expect(office.mails).toEqual([]);
  end();
  await world.context.outbox.drained();
  expect(office.mails.map(({ subject }) => subject)).toEqual(["Verify your e-mail address", "Choose a new password"]);
});

test("two processes on one database send each of 50 mails once", async () => {
  await using place = await openTwoConnections();
  const office = createMailServer();
  const [db, otherDb] = place.connections;
  await using one = createOutbox({ ...place, db, send: office.send });
  await using other = createOutbox({ ...place, db: otherDb, send: office.send });
  const subjects = Array.from({ length: 50 }, (_, index) => `Mail ${index}`);
  await Promise.all(subjects.map((subject, index) => (index % 2 === 0 ? one : other).enqueue({ ...MAIL, subject })));
  await Promise.all([one.drained(), other.drained()]);
  expect(office.mails.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  expect(await listRows(db)).toEqual([]);
});

test("a mail that a process left unsent when it died is sent by the next one", async () => {
  await using place = await openTwoConnections();
  const [db] = place.connections;
  await addMail(db, MAIL, place.now());
  const office = createMailServer();
  await using outbox = createOutbox({ ...place, db, send: office.send });
  await expect.poll(() => office.mails).toEqual([MAIL]);
  await outbox.drained();
});

test("a mail whose process died while sending it is sent after its lease, and not before", async () => {
  await using place = await openTwoConnections();
  const [dead, db] = place.connections;
  const queue = createMailQueue(dead, place.now);
  await addMail(dead, MAIL, place.now());
  expect(await queue.claim()).toMatchObject({ attempts: 1, ...MAIL });
  const office = createMailServer();
  await using outbox = createOutbox({ ...place, db, send: office.send });
  await outbox.drained();
  place.turnClock(LEASE_MS / 2);
  await outbox.drained();
  expect(office.mails).toEqual([]);
  place.turnClock(LEASE_MS / 2);
  await outbox.drained();
  expect(office.mails).toEqual([MAIL]);
});

test("a lease is renewed by its holder only", async () => {
  await using place = await openTwoConnections();
  const [db] = place.connections;
  const queue = createMailQueue(db, place.now);
  await addMail(db, MAIL, place.now());
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
  await queue.postpone(claimed, 0);
  expect(await queue.claim()).toBeNull();
  place.turnClock(1000);
  expect(await queue.claim()).toMatchObject({ attempts: 3 });
});

test("a mail that cannot be sent is retried for a day with increasing pauses, then given up", async () => {
  await using place = await openTwoConnections();
  const [db] = place.connections;
  const office = createMailServer();
  office.isDown = true;
  // The clock is fixed between the steps, so that no attempt starts on its own.
  let at = Date.now();
  await using outbox = createOutbox({ ...place, db, send: office.send, now: () => new Date(at) });
  await outbox.enqueue(codeMail(MAIL.to, "491625"));
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
  expect(await listRows(db)).toEqual([]);
  const output = place.lines.join("");
  expect(output).toMatch(/EENVELOPE.*a mail was given up/);
  expect(output).not.toMatch(/al@example|subject|491625/);
  const dead = await db.selectFrom("deadMail").selectAll().execute();
  expect(dead).toMatchObject([{ to: MAIL.to, subject: "… is your sign-in code", attempts: 12, reason: "EENVELOPE" }]);
  expect(JSON.stringify(dead)).not.toMatch(/491625|type it/i);
  expect(await runAdmin({ db, now: place.now }, ["mails"])).toContain(
    'EENVELOPE  12 attempts  al@example.com  "… is your sign-in code"',
  );
  await purgeExpired(db, new Date(at + 13 * DAY_MS));
  expect(await db.selectFrom("deadMail").select("id").execute()).toHaveLength(1);
  await purgeExpired(db, new Date(at + 15 * DAY_MS));
  expect(await db.selectFrom("deadMail").select("id").execute()).toEqual([]);
});

test("a permanently refused mail is given up at once, but not one that the site's settings cause", async () => {
  await using place = await openTwoConnections();
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
    await outbox.enqueue(MAIL);
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

test("several mails are sent in parallel, on connections that are reused", async () => {
  await using place = await openTwoConnections();
  await using office = await startMailServer();
  office.slowMs = 50;
  const [db] = place.connections;
  {
    await using mailer = createMailer({ mail: { kind: "smtp", url: office.url }, mailFrom: "al@example.com" });
    await using outbox = createOutbox({ ...place, db, ...mailer });
    await Promise.all(Array.from({ length: 12 }, () => outbox.enqueue(MAIL)));
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
  expect(await listRows(world.context.db)).toEqual([]);
});

test("a mail sent while the database fails is not sent again", async () => {
  await using place = await openTwoConnections();
  const [db, other] = place.connections;
  const office = createMailServer();
  const send: SendMail = async (mail) => {
    await office.send(mail);
    await other.schema.alterTable("mail").renameTo("mailAway").execute();
  };
  await using outbox = createOutbox({ ...place, db, send });
  await outbox.enqueue(MAIL);
  await outbox.drained();
  await other.schema.alterTable("mailAway").renameTo("mail").execute();
  place.turnClock(LEASE_MS);
  await expect.poll(() => listRows(other), { timeout: 5000 }).toEqual([]);
  expect([office.calls, place.lines.join("").includes("the outbox lost its database")]).toEqual([1, true]);
});

test("closing the outbox waits for the mail that is being sent", async () => {
  await using place = await openTwoConnections();
  const [db] = place.connections;
  const office = createMailServer();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  {
    await using outbox = createOutbox({
      ...place,
      db,
      send: async (mail) => {
        start();
        await new Promise((resolve) => setTimeout(resolve, 50));
        await office.send(mail);
      },
    });
    await outbox.enqueue(MAIL);
    await outbox.enqueue({ ...MAIL, subject: "Next" });
    await started;
  }
  expect([office.mails.length, (await listRows(db)).length]).toEqual([1, 1]);
});
