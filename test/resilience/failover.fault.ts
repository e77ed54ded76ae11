// The primary of PostgreSQL dies under writes behind HAProxy, and its standby is promoted, over and over.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { freePort } from "#test/harness/processes/free-port.ts";
import { haproxyProgram, startHaproxy } from "#test/harness/processes/haproxy.ts";
import {
  type Cluster,
  postgresFolder,
  runSql,
  SYNCHRONOUS,
  startPostgres,
  startReplica,
} from "#test/harness/processes/postgres.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { startWriting } from "./people.ts";
import { startSite } from "./site.ts";

const ROUNDS = isLong ? 20 : 2;
const WRITES_A_SECOND = isLong ? 100 : 40;
/** On a machine that runs other tests, too, an answer while there is no primary takes longer. */
const MAX_ANSWER_MS = isLong ? 2000 : 3000;
const MAX_AWAY_MS = 10_000;

const programs = postgresFolder();
const haproxy = haproxyProgram();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync(), 120_000);

/** From now on the primary acknowledges what its replica has, too. */
async function waitForReplica(primary: Cluster): Promise<void> {
  const isStreaming = "SELECT count(*)::int AS streaming FROM pg_stat_replication WHERE state = 'streaming'";
  await expect.poll(() => runSql(primary.url, isStreaming), { timeout: 30_000 }).toEqual([{ streaming: 1 }]);
  await runSql(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await runSql(primary.url, "SELECT pg_reload_conf()");
}

test("a failover loses no acknowledged write, and needs no restart", async () => {
  if (!programs || !haproxy) return figure("failover: not tried, PostgreSQL or HAProxy is not on this machine");
  const ports = [await freePort(), await freePort()] as const;
  let primary: Cluster = opened.use(await startPostgres(programs, { settings: SYNCHRONOUS, port: ports[0] }));
  let replica = opened.use(await startReplica(programs, primary.url, ports[1]));
  await waitForReplica(primary);
  const proxy = opened.use(await startHaproxy(haproxy, ports));
  const site = opened.use(await startSite({ databaseUrl: proxy.url }));
  const writing = await startWriting(site, WRITES_A_SECOND);
  const away: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(1000);
    const killedAt = performance.now();
    await primary.kill();
    await sleep(500);
    await replica.promote();
    const promotedAt = performance.now();
    const isWell = () =>
      writing.writes.every((own) => own.some(({ status, at, ms }) => status === 200 && at - ms > promotedAt));
    while (!isWell() && performance.now() - promotedAt < MAX_AWAY_MS) await sleep(20);
    expect(isWell()).toBe(true);
    away.push(performance.now() - killedAt);
    [primary, replica] = [
      replica,
      opened.use(await startReplica(programs, replica.url, Number(new URL(primary.url).port))),
    ];
    await waitForReplica(primary);
  }
  const { all, refused, lost, perSecond } = await writing.end();
  expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
  expect(refused.filter(({ ms }) => ms > MAX_ANSWER_MS)).toEqual([]);
  expect(lost).toEqual([]);
  expect(site.complaints()).toBe("");
  figure(
    `${ROUNDS} failovers of PostgreSQL under ${perSecond.toFixed(0)} writes a second: ${lost.length} of ${all.length - refused.length} acknowledged writes ` +
      `lost, ${refused.length} answered 503; longest interruption ${seconds(Math.max(...away))}`,
  );
});
