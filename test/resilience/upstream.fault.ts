// The only service with soldier statistics fails in every way: no request waits for it, and the data that was read
// before is shown.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const MEGABYTE = 1024 * 1024;
const FATES = [
  "source-down",
  "source-slow",
  "source-wrong",
  "source-types",
  "source-huge",
  "source-limited",
  "source-errors",
  "source-refused",
];
const ROUNDS = isLong ? 20 : 2;

let service: StatisticsService;
let site: Site;

beforeAll(async () => {
  service = await createStatisticsService();
  const environment = { STATS_URL: service.url, STATS_CACHE_S: "0", STATS_PER_MINUTE: "10000" };
  site = await startSite({ environment });
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

/** A person with a soldier of that name, read once where its first reading goes well. */
async function withSoldier(name: string): Promise<{ visitor: Visitor; soldierId: string }> {
  const visitor = site.visitor();
  await newPerson(visitor);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier(name));
  return { visitor, soldierId: id };
}

const snapshots = async ({ visitor, soldierId }: Awaited<ReturnType<typeof withSoldier>>) =>
  (await visitor.trpc.soldier.snapshots.query({ soldierId })).items.length;

test("a service that fails in any way delays no request, and what was read before is shown", async () => {
  const owned = await Promise.all(FATES.map((fate) => withSoldier(`robin-then-${fate}`)));
  for (const each of owned) await expect.poll(() => snapshots(each), { timeout: 20_000 }).toBe(1);
  const before = (await site.memory()).rss;
  const took: number[] = [];
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      owned.map(async ({ visitor, soldierId }) => {
        const began = performance.now();
        const refreshed = await visitor.post("/api/trpc/soldier.refresh", { id: soldierId });
        const input = encodeURIComponent(JSON.stringify({ id: soldierId }));
        const seen = await visitor.fetch(`/api/trpc/soldier.get?input=${input}`);
        took.push(performance.now() - began);
        statuses.push(refreshed.status, seen.status);
        expect(seen.status).toBe(200);
      }),
    );
    await sleep(1500);
  }
  const grownMb = Math.round(((await site.memory()).rss - before) / MEGABYTE);
  for (const each of owned) expect(await snapshots(each)).toBe(1);
  expect(statuses.filter((status) => status >= 500 && ![502, 503, 504].includes(status))).toEqual([]);
  expect(Math.max(...took)).toBeLessThan(5000);
  expect(grownMb).toBeLessThan(isLong ? 50 : 80);
  expect(site.complaints()).toBe("");
  figure(
    `statistics service failing in ${FATES.length} ways: ${took.length} of ${took.length} soldiers shown as last read, ` +
      `after ${seconds(Math.max(...took))} at most, ${grownMb} MB more of memory`,
  );
});

test("a service that fails is asked no more after the fifth time in a row", async () => {
  await using other = await startSite({ environment: { STATS_URL: service.url } });
  const visitor = other.visitor();
  await newPerson(visitor);
  const before = service.calls.length;
  const failing = ["source-down", "source-wrong", "source-errors", "source-refused"];
  const queries = failing.flatMap((name) => [{ game: "bf4", name } as const, { game: "bf2042", name } as const]);
  for (const search of [...queries, { game: "bf4", name: "Robin" } as const]) {
    await visitor.trpc.soldier.search.query(search).catch(() => null);
  }
  const calls = service.calls.length - before;
  expect(calls).toBe(5);
  figure(`statistics service failing: ${calls} of ${queries.length + 1} searches reached it, then it was left alone`);
});

test("fifty who ask for one soldier at once ask the service once", async () => {
  await using other = await startSite({ environment: { STATS_URL: service.url } });
  const visitors = Array.from({ length: isLong ? 50 : 10 }, () => other.visitor());
  await Promise.all(visitors.map((visitor) => newPerson(visitor)));
  service.latencyMs = 500;
  await Promise.all(visitors.map((visitor) => visitor.trpc.soldier.add.mutate(newSoldier("Sought by all", "bf2042"))));
  const read = async () => {
    const lists = await Promise.all(visitors.map((visitor) => visitor.trpc.soldier.list.query()));
    return lists.filter((soldiers) => JSON.stringify(soldiers).includes("readAt")).length;
  };
  await expect.poll(read, { timeout: 20_000 }).toBe(visitors.length);
  await sleep(2000);
  service.latencyMs = 0;
  const calls = service.calls.filter(({ name, path }) => name === "Sought by all" && path === "/bf2042/stats/").length;
  expect(calls).toBe(1);
  figure(`statistics service asked by ${visitors.length} at once for one soldier: ${calls} call`);
});
