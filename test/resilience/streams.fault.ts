// A process with open streams is killed: they stop counting against their people in the other processes.
import { expect, test } from "vitest";
import { MAX_STREAMS_PER_PERSON } from "#server/streams.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, seconds } from "./figure.ts";
import { startSite } from "./site.ts";

const HALF = MAX_STREAMS_PER_PERSON / 2;
/** The lease of a process, and what a busy machine adds to it. */
const FREED_MS = 40_000;

/** Opens a stream; false when it is refused as one too many. */
async function opens(visitor: Visitor): Promise<boolean> {
  const response = await visitor.fetch("/api/trpc/loadout.changes");
  const { value } = (await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
  return !value?.includes("too_many");
}

async function killOneOfTwo(kind: string, databaseUrl?: string): Promise<void> {
  await using one = await startSite({ ...(databaseUrl !== undefined && { databaseUrl }) });
  await using other = await startSite({ databaseUrl: one.database, folder: one.folder });
  const visitor = one.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const there = other.visitor();
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value);
  for (let count = 0; count < HALF; count += 1)
    expect([await opens(visitor), await opens(there)]).toEqual([true, true]);
  expect([await opens(visitor), await opens(there)]).toEqual([false, false]);
  await one.program().kill();
  const killedAt = performance.now();
  await expect.poll(() => opens(there), { timeout: FREED_MS, interval: 500 }).toBe(true);
  const tookMs = performance.now() - killedAt;
  for (let count = 1; count < HALF; count += 1) expect(await opens(there)).toBe(true);
  expect(await opens(there)).toBe(false);
  expect(one.complaints() + other.complaints()).toBe("");
  figure(
    `kill -9 of one of two processes with ${HALF} streams of a person each (${kind}): room again after ${seconds(tookMs)}`,
  );
}

// Both wait for most of their time: they run beside each other.
test.concurrent("the streams of a killed process make room within half a minute on SQLite", () =>
  killOneOfTwo("SQLite"));

test.concurrent("the streams of a killed process make room within half a minute on PostgreSQL", async () => {
  const programs = postgresFolder();
  if (!programs)
    return figure("kill -9 of a process with streams on PostgreSQL: not tried, its programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await killOneOfTwo("PostgreSQL", cluster.url);
});
