// A server with open streams is killed: they stop counting against their people in the other servers on its database.
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

test("the streams of a killed server make room in the other within half a minute", async () => {
  const programs = postgresFolder();
  if (!programs)
    return figure("kill -9 of a server with streams: not tried, PostgreSQL's programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using one = await startSite({ databaseUrl: cluster.url });
  await using other = await startSite({ databaseUrl: cluster.url, folder: one.folder });
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
  figure(`kill -9 of one of two servers with ${HALF} streams of a person each: room again after ${seconds(tookMs)}`);
});
