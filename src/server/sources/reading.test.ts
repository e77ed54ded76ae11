// Whatever a service may answer, a reading is sound statistics or a fault.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GameId } from "#domain/game.ts";
import { statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { bf4All, bf4Stats, bf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { bf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import type { ServiceCall } from "./service-call.ts";
import { createReading } from "./statistics-source.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const REPORTED = { formatted: true };
const [veteran, recruit] = [inventSoldier("bf2042", "pc", "Robin"), inventSoldier("bf4", "pc", "Robin")];
const HONEST: Record<string, object> = {
  "/bf2042/stats/": bf2042Stats(veteran, 0, REPORTED),
  "/bf4/all/": bf4All(recruit, 0, REPORTED),
  "/bf4/stats/": bf4Stats(recruit, 0, REPORTED),
  "/bf4/weapons/": bf4Weapons(recruit, 0, REPORTED),
};

const reading = (game: GameId, call: ServiceCall) =>
  createReading(
    call,
    ARSENALS,
    () => NOW,
  )({ game, platform: "pc", name: "robin", playerId: null }, AbortSignal.any([]));

const honest: ServiceCall = async (path) => HONEST[path];
/** An answer that cannot be read, and one that does not say that it is about this soldier and this game. */
const REFUSALS = ["source_unavailable", "source_mismatched"];
const unavailable = new AppError("source_unavailable");

/** An unexpected value, names of built-in properties among them. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1e308, 2 ** 60, "", "\0", "\ud800", "NaN%", "x".repeat(5000), [], {}, [[]]),
  fc.constantFrom("constructor", "__proto__", "toString", "hasOwnProperty"),
  fc.constant(Array.from({ length: 3000 }, (_, index) => ({ id: index, weaponName: "__proto__", kills: "1" }))),
  fc.jsonValue({ maxDepth: 3 }),
);

type Change = { at: readonly number[]; to: unknown };
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  to: hostile,
});

/** The value with one of its parts replaced, which the numbers of `at` choose. */
function changed(value: unknown, { at: [turn = 0, ...rest], to }: Change): unknown {
  if (typeof value !== "object" || value === null) return to;
  const keys = Object.keys(value);
  const key = keys[turn % Math.max(1, keys.length)];
  if (key === undefined) return to;
  const part = rest.length === 0 ? to : changed(Reflect.get(value, key), { at: rest, to });
  return Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part };
}

describe("a reading", () => {
  test.for(["bf2042", "bf4"] as const)("of %s whose answers are broken anywhere is sound, or a fault", async (game) => {
    const outcomes = { sound: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const broken: ServiceCall = async (path) => changes.reduce<unknown>(changed, HONEST[path]);
        const reportedStatistics = await reading(game, broken).catch((error: unknown) => error);
        if (reportedStatistics instanceof AppError) expect(REFUSALS).toContain(reportedStatistics.code);
        else expect(statistics.safeParse(Reflect.get(Object(reportedStatistics), "statistics")).error).toBeUndefined();
        outcomes[reportedStatistics instanceof AppError ? "refused" : "sound"] += 1;
      }),
      { numRuns: 300, seed: 4 },
    );
    expect(outcomes.sound).toBeGreaterThan(200);
  });

  test.for([undefined, null, "down", 7, [], {}, { id: "x" }, { kills: null, userName: "Robin" }])(
    "of an answer such as %j is refused",
    async (answer) => {
      await expect(reading("bf2042", async () => answer)).rejects.toMatchObject({ code: "source_unavailable" });
      await expect(reading("bf4", async () => answer)).rejects.toMatchObject({ code: "source_unavailable" });
    },
  );

  test("of a soldier who never played is no fault", async () => {
    const reportedStatistics = await reading("bf2042", async () => ({
      id: 5,
      userName: "Robin",
      kills: 0,
      weapons: [],
    }));
    expect(reportedStatistics).toMatchObject({ playerId: "5", name: "Robin", statistics: { figures: { kills: 0 } } });
  });

  test("of Battlefield 4 goes without the second page where that one fails", async () => {
    const call: ServiceCall = async (path) => {
      if (path === "/bf4/stats/") throw unavailable;
      return HONEST[path];
    };
    const { statistics: reportedStatistics } = await reading("bf4", call);
    expect(reportedStatistics.figures).not.toHaveProperty("rounds");
    expect(reportedStatistics.counters).not.toHaveProperty("rankPoints");
    expect(reportedStatistics.figures).toHaveProperty("kills");
  });

  test("of Battlefield 4 asks for weapons where the first page has none", async () => {
    const requests: string[] = [];
    const call: ServiceCall = async (path) => {
      requests.push(path);
      return path === "/bf4/all/" ? { ...HONEST[path], weapons: [] } : HONEST[path];
    };
    const { statistics: reportedStatistics } = await reading("bf4", call);
    expect(requests).toEqual(["/bf4/all/", "/bf4/stats/", "/bf4/weapons/"]);
    expect(reportedStatistics.tables.weapons).toEqual((await reading("bf4", honest)).statistics.tables.weapons);
  });

  test("asks by the id where there is one, and in the service's words for platforms", async () => {
    const requests: Record<string, string>[] = [];
    const call: ServiceCall = async (path, query) => {
      requests.push(query);
      return { ...HONEST[path], ...(query["playerid"] && { id: query["playerid"] }) };
    };
    const read = createReading(call, ARSENALS, () => NOW);
    const soldier = { game: "bf2042", platform: "psn", name: "Robin" } as const;
    await read({ ...soldier, playerId: null }, AbortSignal.any([]));
    await read({ ...soldier, platform: "xbox", playerId: "77" }, AbortSignal.any([]));
    expect(requests).toEqual([
      { name: "Robin", platform: "ps4" },
      { playerid: "77", platform: "xboxone" },
    ]);
  });
});
