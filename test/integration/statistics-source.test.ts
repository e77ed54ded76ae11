// What the statistics service tells of soldiers, and what becomes of it when the service does not work as it should.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HEADLINES } from "#domain/soldier/figures.ts";
import { createStatisticsService, type StatisticsService } from "#test/world/statistics-service.ts";
import { makeWorld, type World } from "#test/world/world.ts";

let service: StatisticsService;
let world: World;

beforeAll(async () => {
  service = await createStatisticsService();
  world = await makeWorld({ statistics: service });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe("a reading", () => {
  test.for(["bf2042", "bf4"] as const)("of %s tells figures and tables under the arsenal's ids", async (game) => {
    const { statistics, name } = await world.context.statistics.read({
      game,
      platform: "pc",
      name: "Robin",
      playerId: null,
    });
    expect(name).toBe("Robin");
    for (const { id } of HEADLINES[game]) expect(statistics.figures).toHaveProperty(id);
    for (const rows of Object.values(statistics.tables)) expect(rows.some(({ known }) => known)).toBe(true);
  });
});
