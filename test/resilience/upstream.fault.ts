// The only service with soldier statistics fails in every possible way: no request waits for it, and the last read data is shown.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const MEGABYTE = 1024 * 1024;
const FAILURES = [
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

/** Creates a user with a soldier; the name decides whether its readings succeed. */
async function createSoldierOwner(name: string): Promise<{ visitor: Visitor; soldierId: string }> {
  const visitor = site.createVisitor();
  await signUpPerson(visitor);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier(name));
  return { visitor, soldierId: id };
}

const countSnapshots = async ({ visitor, soldierId }: Awaited<ReturnType<typeof createSoldierOwner>>) =>
  (await visitor.trpc.soldier.snapshots.query({ soldierId })).items.length;

test("a failing service delays no request, and the last read data is shown", async () => {
  const owned = await Promise.all(FAILURES.map((failure) => createSoldierOwner(`robin-then-${failure}`)));
  for (const each of owned) await expect.poll(() => countSnapshots(each), { timeout: 20_000 }).toBe(1);
  const memoryBefore = (await site.getMemory()).rss;
  const times: number[] = [];
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      owned.map(async ({ visitor, soldierId }) => {
        const startedAt = performance.now();
        const refreshed = await visitor.post("/api/trpc/soldier.refresh", { id: soldierId });
        const input = encodeURIComponent(JSON.stringify({ id: soldierId }));
        const response = await visitor.fetch(`/api/trpc/soldier.get?input=${input}`);
        times.push(performance.now() - startedAt);
        statuses.push(refreshed.status, response.status);
        expect(response.status).toBe(200);
      }),
    );
    await sleep(1500);
  }
  const grownMb = Math.round(((await site.getMemory()).rss - memoryBefore) / MEGABYTE);
  for (const each of owned) expect(await countSnapshots(each)).toBe(1);
  expect(statuses.filter((status) => status >= 500 && ![502, 503, 504].includes(status))).toEqual([]);
  expect(Math.max(...times)).toBeLessThan(5000);
  expect(grownMb).toBeLessThan(isLong ? 50 : 80);
  expect(site.browserErrors()).toBe("");
  recordFigure(
    `statistics service failing in ${FAILURES.length} ways: ${times.length} of ${times.length} soldiers shown as last read, ` +
      `after ${formatSeconds(Math.max(...times))} at most, ${grownMb} MB more of memory`,
  );
});

test("a failing service gets no more requests after five failures in a row", async () => {
  await using other = await startSite({ environment: { STATS_URL: service.url } });
  const visitor = other.createVisitor();
  await signUpPerson(visitor);
  const callsBefore = service.calls.length;
  const failing = ["source-down", "source-wrong", "source-errors", "source-refused"];
  const queries = failing.flatMap((name) => [{ game: "bf4", name } as const, { game: "bf2042", name } as const]);
  for (const search of [...queries, { game: "bf4", name: "Robin" } as const]) {
    await visitor.trpc.soldier.search.query(search).catch(() => null);
  }
  const calls = service.calls.length - callsBefore;
  expect(calls).toBe(5);
  recordFigure(
    `statistics service failing: ${calls} of ${queries.length + 1} searches reached it, then it was left alone`,
  );
});

test("simultaneous requests for the same soldier call the service once", async () => {
  await using other = await startSite({ environment: { STATS_URL: service.url } });
  const visitors = Array.from({ length: isLong ? 50 : 10 }, () => other.createVisitor());
  await Promise.all(visitors.map((visitor) => signUpPerson(visitor)));
  service.latencyMs = 500;
  await Promise.all(visitors.map((visitor) => visitor.trpc.soldier.add.mutate(newSoldier("Sought by all", "bf2042"))));
  const countReadSoldiers = async () => {
    const lists = await Promise.all(visitors.map((visitor) => visitor.trpc.soldier.list.query()));
    return lists.filter((soldiers) => JSON.stringify(soldiers).includes("readAt")).length;
  };
  await expect.poll(countReadSoldiers, { timeout: 20_000 }).toBe(visitors.length);
  await sleep(2000);
  service.latencyMs = 0;
  const calls = service.calls.filter(({ name, path }) => name === "Sought by all" && path === "/bf2042/stats/").length;
  expect(calls).toBe(1);
  recordFigure(`statistics service asked by ${visitors.length} at once for one soldier: ${calls} call`);
});
