// After a server with open streams is killed, its streams no longer count towards users' limits on other servers.
import { expect, test } from "vitest";
import { MAX_STREAMS_PER_PERSON } from "#server/streams.ts";
import { findPostgres, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { formatSeconds, recordFigure } from "./figure.ts";
import { startSite } from "./site.ts";

const HALF = MAX_STREAMS_PER_PERSON / 2;
/** The lease of a process, with a reserve for a busy machine. */
const FREED_MS = 40_000;

/** Opens a stream; returns false if the limit refuses it. */
async function openStream(visitor: Visitor): Promise<boolean> {
  const response = await visitor.fetch("/api/trpc/loadout.changes");
  const { value } = (await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
  return !value?.includes("too_many");
}

test("the streams of a killed server no longer count on the other server after its lease", async () => {
  const programs = findPostgres();
  if (!programs)
    return recordFigure("kill -9 of a server with streams: not tried, PostgreSQL's programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using one = await startSite({ databaseUrl: cluster.url });
  await using other = await startSite({ databaseUrl: cluster.url, folder: one.folder });
  const visitor = one.createVisitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const otherVisitor = other.createVisitor();
  for (const [name, value] of visitor.cookies) otherVisitor.cookies.set(name, value);
  for (let count = 0; count < HALF; count += 1)
    expect([await openStream(visitor), await openStream(otherVisitor)]).toEqual([true, true]);
  expect([await openStream(visitor), await openStream(otherVisitor)]).toEqual([false, false]);
  await one.program().kill();
  const killedAt = performance.now();
  await expect.poll(() => openStream(otherVisitor), { timeout: FREED_MS, interval: 500 }).toBe(true);
  const tookMs = performance.now() - killedAt;
  for (let count = 1; count < HALF; count += 1) expect(await openStream(otherVisitor)).toBe(true);
  expect(await openStream(otherVisitor)).toBe(false);
  expect(one.browserErrors() + other.browserErrors()).toBe("");
  recordFigure(
    `kill -9 of one of two servers with ${HALF} streams of a person each: room again after ${formatSeconds(tookMs)}`,
  );
});
