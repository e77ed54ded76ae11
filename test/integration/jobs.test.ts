// @postgres
// Work after the answer, with kinds of work made for it.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { type JobKind, jobKind } from "#server/jobs/job.ts";
import { addJob } from "#server/jobs/job-rows.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const LEASE_MS = 9_000;

type Played = { ran: string[]; jobs: (kinds?: Record<string, JobKind>) => Jobs; userId: string };

/** A person, and as many processes over one database as a test wants. */
async function played(world: World): Promise<Played> {
  const { context } = world;
  await signUpAndIn(world);
  const { id: userId } = await context.db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const ran: string[] = [];
  const work = jobKind({
    input: z.object({ name: z.string() }),
    async run({ input: { name }, step }) {
      await step("begun");
      ran.push(name);
      await step("finished");
      return { name };
    },
  });
  const { db, messages, now, logger } = context;
  return { ran, userId, jobs: (kinds = { work }) => createJobs({ db, messages, now, logger, kinds }) };
}

/** A kind that waits until the test lets it go, or its signal ends. */
function held() {
  const began = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const work = jobKind({
    input: z.object({ name: z.string() }),
    async run({ signal, step }) {
      await step("begun");
      began.resolve();
      await Promise.race([letGo.promise, new Promise((ended) => signal.addEventListener("abort", ended))]);
      await step("finished");
    },
  });
  return { kinds: { work }, began: began.promise, letGo: letGo.resolve };
}

const newJob = (userId: string, name = "one", key = name) => ({ userId, kind: "work", key, input: { name } });

describe("a job", () => {
  test("runs after the response, and reports its steps as they happen", async () => {
    await using world = await makeWorld();
    const { jobs: open, ran, userId } = await played(world);
    await using jobs = open();
    const { id } = await jobs.begin(newJob(userId));
    const reported: string[] = [];
    for await (const { steps, outcome } of jobs.watch(userId, id, undefined)) {
      reported.push(`${steps.map(({ name }) => name).join(" ")} ${outcome?.kind ?? "…"}`);
    }
    expect(ran).toEqual(["one"]);
    expect(reported.at(-1)).toBe("begun finished done");
    expect(await jobs.find(userId, id)).toMatchObject({ outcome: { kind: "done", result: { name: "one" } } });
  });

  test("of one key is one, however often and from wherever it is asked for, until it has ended", async () => {
    await using world = await makeWorld();
    const { jobs: open, userId } = await played(world);
    const { kinds, began, letGo } = held();
    await using one = open(kinds);
    await using other = open(kinds);
    const jobs = Array.from({ length: 50 }, (_, turn) => (turn % 2 ? one : other).begin(newJob(userId)));
    expect(new Set((await Promise.all(jobs)).map(({ id }) => id)).size).toBe(1);
    await began;
    letGo();
    await Promise.all([one.drained(), other.drained()]);
    const first = await jobs[0];
    expect((await one.begin(newJob(userId))).id).not.toBe(first?.id);
    await Promise.all([one.drained(), other.drained()]);
  });

  test("is worked on by one of two processes", async () => {
    await using world = await makeWorld();
    const { jobs: open, ran, userId } = await played(world);
    await using one = open();
    await using other = open();
    const names = Array.from({ length: 40 }, (_, number) => `job ${number}`);
    await Promise.all(names.map((name, turn) => (turn % 2 ? one : other).begin(newJob(userId, name))));
    await Promise.all([one.drained(), other.drained()]);
    expect(ran.toSorted()).toEqual(names.toSorted());
  });

  test("of a process that died is gone on with by the next, after its lease", async () => {
    await using world = await makeWorld();
    const { jobs: open, ran, userId } = await played(world);
    const { db, now } = world.context;
    const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();
    const { id } = await addJob(db, newJob(userId), now());
    // What a process leaves that is killed at work.
    await db
      .updateTable("job")
      .set({ attempts: 1, leasedUntil: inMs(LEASE_MS) })
      .where("id", "=", id)
      .execute();
    await using jobs = open();
    await jobs.drained();
    expect(ran).toEqual([]);
    world.turnClock(LEASE_MS + 1);
    await jobs.drained();
    expect(ran).toEqual(["one"]);
    expect(await jobs.find(userId, id)).toMatchObject({ outcome: { kind: "done" } });
  });

  test("of a kind that this release does not know is left to one that does", async () => {
    await using world = await makeWorld();
    const { jobs: open, ran, userId } = await played(world);
    await using older = open({ other: held().kinds.work });
    const { id } = await older.begin(newJob(userId));
    await older.drained();
    expect(await older.find(userId, id)).toMatchObject({ outcome: null, steps: [] });
    await using newer = open();
    await newer.drained();
    expect(ran).toEqual(["one"]);
  });

  test("is given back by a process that closes, and gone on with at once", async () => {
    await using world = await makeWorld();
    const { jobs: open, ran, userId } = await played(world);
    const { kinds, began } = held();
    const first = open(kinds);
    const { id } = await first.begin(newJob(userId));
    await began;
    await first[Symbol.asyncDispose]();
    await using next = open();
    await next.drained();
    expect(ran).toEqual(["one"]);
    expect(await next.find(userId, id)).toMatchObject({ outcome: { kind: "done" } });
  });

  test("is cancelled by its owner alone, at work or waiting", async () => {
    await using world = await makeWorld();
    const { jobs: open, userId } = await played(world);
    const { kinds, began } = held();
    await using jobs = open(kinds);
    const { id } = await jobs.begin(newJob(userId));
    await began;
    expect(await jobs.cancel("another user", id)).toBe(false);
    expect(await jobs.cancel(userId, id)).toBe(true);
    await jobs.drained();
    expect(await jobs.find(userId, id)).toMatchObject({ outcome: { kind: "cancelled" } });
    const waiting = await jobs.add(newJob(userId, "two"), world.context.db);
    expect(await jobs.cancel(userId, waiting.id)).toBe(true);
    expect(await jobs.find(userId, waiting.id)).toMatchObject({ outcome: { kind: "cancelled" } });
    expect(await jobs.cancel(userId, waiting.id)).toBe(false);
  });

  test("cancelled from another process ends at once, sooner than by the next renewal of its lease", async () => {
    await using world = await makeWorld();
    const { jobs: open, userId } = await played(world);
    const { kinds, began } = held();
    await using worker = open(kinds);
    const { id } = await worker.begin(newJob(userId));
    await began;
    await using other = open({ other: kinds.work });
    const getElapsedMs = startStopwatch();
    expect(await other.cancel(userId, id)).toBe(true);
    await worker.drained();
    expect(getElapsedMs()).toBeLessThan(LEASE_MS / 3);
    expect(await other.find(userId, id)).toMatchObject({ outcome: { kind: "cancelled" } });
  });

  test("that fails for a while is tried again after 2 s, 10 s and 60 s, then has failed", async () => {
    await using world = await makeWorld();
    const { jobs: open, userId } = await played(world);
    let tries = 0;
    const work = jobKind({
      input: z.object({}),
      run: () => {
        tries += 1;
        throw new AppError("source_unavailable");
      },
    });
    await using jobs = open({ work });
    const { id } = await jobs.begin(newJob(userId));
    await jobs.drained();
    for (const [turn, afterMs] of [2000, 10_000, 60_000].entries()) {
      expect(await jobs.find(userId, id)).toMatchObject({ outcome: null, triesAgainAt: expect.any(String) });
      world.turnClock(afterMs - 1000);
      await jobs.drained();
      expect(tries, `before ${afterMs} ms`).toBe(turn + 1);
      world.turnClock(1001);
      await jobs.drained();
      expect(tries, `after ${afterMs} ms`).toBe(turn + 2);
    }
    expect(await jobs.find(userId, id)).toMatchObject({ outcome: { kind: "failed", fault: "source_unavailable" } });
  });

  test("that fails for good, or by a bug, is not retried, and the message of a bug is not exposed", async () => {
    await using world = await makeWorld({ environment: { LOG_LEVEL: "silent" } });
    const { jobs: open, userId } = await played(world);
    const ends: Record<string, JobKind> = {
      gone: jobKind({ input: z.object({}), run: () => Promise.reject(new AppError("soldier_missing")) }),
      broken: jobKind({ input: z.object({}), run: () => Promise.reject(new Error("the inner secret")) }),
    };
    await using jobs = open(ends);
    const [gone, broken] = await Promise.all(
      ["gone", "broken"].map((kind) => jobs.begin({ ...newJob(userId, kind), kind })),
    );
    await jobs.drained();
    expect(await jobs.find(userId, gone?.id ?? "")).toMatchObject({ outcome: { fault: "soldier_missing" } });
    const reported = await jobs.find(userId, broken?.id ?? "");
    expect(reported).toMatchObject({ outcome: { kind: "failed", fault: null } });
    expect(JSON.stringify(reported)).not.toContain("secret");
  });

  test("is watched by its owner alone, and until the watch is left", async () => {
    await using world = await makeWorld();
    const { jobs: open, userId } = await played(world);
    const { kinds, began } = held();
    await using jobs = open(kinds);
    const { id } = await jobs.begin(newJob(userId));
    await began;
    for await (const job of jobs.watch("another user", id, undefined)) expect.fail(JSON.stringify(job));
    const leave = new AbortController();
    const seen: unknown[] = [];
    for await (const job of jobs.watch(userId, id, leave.signal)) {
      seen.push(job);
      void sleep(10).then(() => leave.abort());
    }
    expect(seen.length).toBeGreaterThan(0);
  });
});
