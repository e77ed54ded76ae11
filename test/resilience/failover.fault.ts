// The primary of PostgreSQL behind HAProxy is killed during writes, and its standby is promoted, several times.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { findHaproxy, startHaproxy } from "#test/harness/processes/haproxy.ts";
import {
  type Cluster,
  findPostgres,
  runSql,
  SYNCHRONOUS_SETTINGS,
  startPostgres,
  startReplica,
} from "#test/harness/processes/postgres.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { startWriting } from "./people.ts";
import { startSite } from "./site.ts";

const ROUNDS = isLong ? 20 : 2;
const WRITES_PER_SECOND = isLong ? 100 : 40;
/** The maximum response time without a primary; longer in the short form, which runs beside other tests. */
const MAX_ANSWER_MS = isLong ? 2000 : 3000;
const MAX_AWAY_MS = 10_000;

const programs = findPostgres();
const haproxy = findHaproxy();
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync(), 120_000);

/** Waits until the replica streams, then makes replication synchronous. */
async function waitForReplica(primary: Cluster): Promise<void> {
  const isStreaming = "SELECT count(*)::int AS streaming FROM pg_stat_replication WHERE state = 'streaming'";
  await expect.poll(() => runSql(primary.url, isStreaming), { timeout: 30_000 }).toEqual([{ streaming: 1 }]);
  await runSql(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await runSql(primary.url, "SELECT pg_reload_conf()");
}

test("a failover loses no acknowledged write, and needs no restart", async () => {
  if (!programs || !haproxy) return recordFigure("failover: not tried, PostgreSQL or HAProxy is not on this machine");
  const ports = [await findFreePort(), await findFreePort()] as const;
  let primary: Cluster = resources.use(
    await startPostgres(programs, { settings: SYNCHRONOUS_SETTINGS, port: ports[0] }),
  );
  let replica = resources.use(await startReplica(programs, primary.url, ports[1]));
  await waitForReplica(primary);
  const proxy = resources.use(await startHaproxy(haproxy, ports));
  const site = resources.use(await startSite({ databaseUrl: proxy.url }));
  const writers = await startWriting(site, WRITES_PER_SECOND);
  const interruptionsMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(1000);
    const killedAt = performance.now();
    await primary.kill();
    await sleep(500);
    await replica.promote();
    const promotedAt = performance.now();
    const isRecovered = () =>
      writers.writes.every((own) => own.some(({ status, time: at, ms }) => status === 200 && at - ms > promotedAt));
    while (!isRecovered() && performance.now() - promotedAt < MAX_AWAY_MS) await sleep(20);
    expect(isRecovered()).toBe(true);
    interruptionsMs.push(performance.now() - killedAt);
    [primary, replica] = [
      replica,
      resources.use(await startReplica(programs, replica.url, Number(new URL(primary.url).port))),
    ];
    await waitForReplica(primary);
  }
  const { all, refused, lost, perSecond } = await writers.end();
  expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
  expect(refused.filter(({ ms }) => ms > MAX_ANSWER_MS)).toEqual([]);
  expect(lost).toEqual([]);
  expect(site.browserErrors()).toBe("");
  recordFigure(
    `${ROUNDS} failovers of PostgreSQL under ${perSecond.toFixed(0)} writes a second: ${lost.length} of ${all.length - refused.length} acknowledged writes ` +
      `lost, ${refused.length} answered 503; longest interruption ${formatSeconds(Math.max(...interruptionsMs))}`,
  );
});
