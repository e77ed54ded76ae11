// @postgres
// Background jobs, tested with job kinds of this file.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { type JobKind, jobKind } from "#server/jobs/job.ts";
import { addJob } from "#server/jobs/job-rows.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const LEASE_MS = 9_000;

type JobSetup = { finished: string[]; startJobs: (kinds?: Record<string, JobKind>) => Jobs; userId: string };

/** Signs up a user; `jobs` opens further job runners on the database, as other processes have them. */
async function setUpJobs(world: World): Promise<JobSetup> {
  const { context } = world;
  await signUpAndSignIn(world);
  const { id: userId } = await context.db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const finished: string[] = [];
  const work = jobKind({
    input: z.object({ name: z.string() }),
    async run({ input: { name }, step }) {
      await step("begun");
      finished.push(name);
      await step("finished");
      return { name };
    },
  });
  const { db, messages, now, logger } = context;
  return { finished, userId, startJobs: (kinds = { work }) => createJobs({ db, messages, now, logger, kinds }) };
}

/** Creates a job kind that waits until the test releases it, or until its signal is aborted. */
function createBlockedKind() {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const work = jobKind({
    input: z.object({ name: z.string() }),
    async run({ signal, step }) {
      await step("begun");
      started.resolve();
      await Promise.race([release.promise, new Promise((ended) => signal.addEventListener("abort", ended))]);
      await step("finished");
    },
  });
  return { kinds: { work }, began: started.promise, finish: release.resolve };
}

const newJob = (userId: string, name = "one", key = name) => ({ userId, kind: "work", key, input: { name } });

describe("a job", () => {
  test("runs after the response, and reports its steps as they happen", async () => {
    await using world = await makeWorld();
    const { startJobs, finished, userId } = await setUpJobs(world);
    await using jobs = startJobs();
    const { id } = await jobs.begin(newJob(userId));
    const reported: string[] = [];
    for await (const { steps, outcome } of jobs.watch(userId, id, undefined)) {
      reported.push(`${steps.map(({ name }) => name).join(" ")} ${outcome?.kind ?? "…"}`);
    }
    expect(finished).toEqual(["one"]);
    expect(reported.at(-1)).toBe("begun finished done");
    expect(await jobs.find(userId, id)).toMatchObject({ outcome: { kind: "done", result: { name: "one" } } });
  });

  test("with the same key is started once by many requests from two processes, until it has ended", async () => {
    await using world = await makeWorld();
    const { startJobs, userId } = await setUpJobs(world);
    const { kinds, began, finish } = createBlockedKind();
    await using one = startJobs(kinds);
    await using other = startJobs(kinds);
    const jobs = Array.from({ length: 50 }, (_, turn) => (turn % 2 ? one : other).begin(newJob(userId)));
    expect(new Set((await Promise.all(jobs)).map(({ id }) => id)).size).toBe(1);
    await began;
    finish();
    await Promise.all([one.drained(), other.drained()]);
    const first = await jobs[0];
    expect((await one.begin(newJob(userId))).id).not.toBe(first?.id);
    await Promise.all([one.drained(), other.drained()]);
  });

  test("is run by only one of two processes", async () => {
    await using world = await makeWorld();
    const { startJobs, finished, userId } = await setUpJobs(world);
    await using one = startJobs();
    await using other = startJobs();
    const names = Array.from({ length: 40 }, (_, number) => `job ${number}`);
    await Promise.all(names.map((name, turn) => (turn % 2 ? one : other).begin(newJob(userId, name))));
    await Promise.all([one.drained(), other.drained()]);
    expect(finished.toSorted()).toEqual(names.toSorted());
  });

  test("of a killed process is continued by another after its lease", async () => {
    await using world = await makeWorld();
    const { startJobs, finished, userId } = await setUpJobs(world);
    const { db, now } = world.context;
    const getTimeIn = (ms: number) => new Date(now().getTime() + ms).toISOString();
    const { id } = await addJob(db, newJob(userId), now());
    // The state that a killed process leaves.
    await db
      .updateTable("job")
      .set({ attempts: 1, leasedUntil: getTimeIn(LEASE_MS) })
      .where("id", "=", id)
      .execute();
    await using jobs = startJobs();
    await jobs.drained();
    expect(finished).toEqual([]);
    world.turnClock(LEASE_MS + 1);
    await jobs.drained();
    expect(finished).toEqual(["one"]);
    expect(await jobs.find(userId, id)).toMatchObject({ outcome: { kind: "done" } });
  });

  test("of a kind that is unknown to an older release is left to a newer one", async () => {
    await using world = await makeWorld();
    const { startJobs, finished, userId } = await setUpJobs(world);
    await using older = startJobs({ other: createBlockedKind().kinds.work });
    const { id } = await older.begin(newJob(userId));
    await older.drained();
    expect(await older.find(userId, id)).toMatchObject({ outcome: null, steps: [] });
    await using newer = startJobs();
    await newer.drained();
    expect(finished).toEqual(["one"]);
  });

  test("is released by a process that closes, and continued by another at once", async () => {
    await using world = await makeWorld();
    const { startJobs, finished, userId } = await setUpJobs(world);
    const { kinds, began } = createBlockedKind();
    const first = startJobs(kinds);
    const { id } = await first.begin(newJob(userId));
    await began;
    await first[Symbol.asyncDispose]();
    await using next = startJobs();
    await next.drained();
    expect(finished).toEqual(["one"]);
    expect(await next.find(userId, id)).toMatchObject({ outcome: { kind: "done" } });
  });

  test("can be cancelled by its owner only, running or waiting", async () => {
    await using world = await makeWorld();
    const { startJobs, userId } = await setUpJobs(world);
    const { kinds, began } = createBlockedKind();
    await using jobs = startJobs(kinds);
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

  test("that another process cancels ends before the next renewal of its lease", async () => {
    await using world = await makeWorld();
    const { startJobs, userId } = await setUpJobs(world);
    const { kinds, began } = createBlockedKind();
    await using worker = startJobs(kinds);
    const { id } = await worker.begin(newJob(userId));
    await began;
    await using other = startJobs({ other: kinds.work });
    const getElapsedMs = startStopwatch();
    expect(await other.cancel(userId, id)).toBe(true);
    await worker.drained();
    expect(getElapsedMs()).toBeLessThan(LEASE_MS / 3);
    expect(await other.find(userId, id)).toMatchObject({ outcome: { kind: "cancelled" } });
  });

  test("with a temporary error is retried after 2 s, 10 s and 60 s, then fails", async () => {
    await using world = await makeWorld();
    const { startJobs, userId } = await setUpJobs(world);
    let tries = 0;
    const work = jobKind({
      input: z.object({}),
      run: () => {
        tries += 1;
        throw new AppError("source_unavailable");
      },
    });
    await using jobs = startJobs({ work });
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

  test("with a permanent or unexpected error is not retried, and an unexpected message is not exposed", async () => {
    await using world = await makeWorld({ environment: { LOG_LEVEL: "silent" } });
    const { startJobs, userId } = await setUpJobs(world);
    const ends: Record<string, JobKind> = {
      gone: jobKind({ input: z.object({}), run: () => Promise.reject(new AppError("soldier_missing")) }),
      broken: jobKind({ input: z.object({}), run: () => Promise.reject(new Error("the inner secret")) }),
    };
    await using jobs = startJobs(ends);
    const [gone, broken] = await Promise.all(
      ["gone", "broken"].map((kind) => jobs.begin({ ...newJob(userId, kind), kind })),
    );
    await jobs.drained();
    expect(await jobs.find(userId, gone?.id ?? "")).toMatchObject({ outcome: { fault: "soldier_missing" } });
    const reported = await jobs.find(userId, broken?.id ?? "");
    expect(reported).toMatchObject({ outcome: { kind: "failed", fault: null } });
    expect(JSON.stringify(reported)).not.toContain("secret");
  });

  test("can be watched by its owner only, until the watch is aborted", async () => {
    await using world = await makeWorld();
    const { startJobs, userId } = await setUpJobs(world);
    const { kinds, began } = createBlockedKind();
    await using jobs = startJobs(kinds);
    const { id } = await jobs.begin(newJob(userId));
    await began;
    for await (const job of jobs.watch("another user", id, undefined)) expect.fail(JSON.stringify(job));
    const abort = new AbortController();
    const states: unknown[] = [];
    for await (const job of jobs.watch(userId, id, abort.signal)) {
      states.push(job);
      void sleep(10).then(() => abort.abort());
    }
    expect(states.length).toBeGreaterThan(0);
  });
});
