// Whatever the service responds, a reading is either valid statistics or an AppError.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GameId } from "#domain/game.ts";
import { statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createBf4All, createBf4Stats, createBf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { createBf2042Stats } from "#test/fixtures/statistics/bf2042-stats.ts";
import { inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";
import type { ServiceCall } from "./service-call.ts";
import { createReading } from "./statistics-source.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const REPORTED = { formatted: true };
const [veteran, recruit] = [inventSoldier("bf2042", "pc", "Robin"), inventSoldier("bf4", "pc", "Robin")];
const CORRECT_PAGES: Record<string, object> = {
  "/bf2042/stats/": createBf2042Stats(veteran, 0, REPORTED),
  "/bf4/all/": createBf4All(recruit, 0, REPORTED),
  "/bf4/stats/": createBf4Stats(recruit, 0, REPORTED),
  "/bf4/weapons/": createBf4Weapons(recruit, 0, REPORTED),
};

const reading = (game: GameId, call: ServiceCall) =>
  createReading(
    call,
    ARSENALS,
    () => NOW,
  )({ game, platform: "pc", name: "robin", playerId: null }, AbortSignal.any([]));

const correctCall: ServiceCall = async (path) => CORRECT_PAGES[path];
/** The errors for an unreadable response, and for a response about another soldier or game. */
const REFUSALS = ["source_unavailable", "source_mismatched"];
const unavailable = new AppError("source_unavailable");

/** Generates unexpected values, including names of built-in properties. */
const anyHostileValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1e308, 2 ** 60, "", "\0", "\ud800", "NaN%", "x".repeat(5000), [], {}, [[]]),
  fc.constantFrom("constructor", "__proto__", "toString", "hasOwnProperty"),
  fc.constant(Array.from({ length: 3000 }, (_, index) => ({ id: index, weaponName: "__proto__", kills: "1" }))),
  fc.jsonValue({ maxDepth: 3 }),
);

type Change = { at: readonly number[]; to: unknown };
const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  to: anyHostileValue,
});

/** Returns the value with one part replaced; the numbers of `at` select the part. */
function applyChange(value: unknown, { at: [turn = 0, ...rest], to }: Change): unknown {
  if (typeof value !== "object" || value === null) return to;
  const keys = Object.keys(value);
  const key = keys[turn % Math.max(1, keys.length)];
  if (key === undefined) return to;
  const part = rest.length === 0 ? to : applyChange(Reflect.get(value, key), { at: rest, to });
  return Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part };
}

describe("a reading", () => {
  test.for(["bf2042", "bf4"] as const)(
    "of %s with random errors in its responses is valid or an error",
    async (game) => {
      const outcomes = { sound: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
          const broken: ServiceCall = async (path) => changes.reduce<unknown>(applyChange, CORRECT_PAGES[path]);
          const reportedStatistics = await reading(game, broken).catch((error: unknown) => error);
          if (reportedStatistics instanceof AppError) expect(REFUSALS).toContain(reportedStatistics.code);
          else
            expect(statistics.safeParse(Reflect.get(Object(reportedStatistics), "statistics")).error).toBeUndefined();
          outcomes[reportedStatistics instanceof AppError ? "refused" : "sound"] += 1;
        }),
        { numRuns: 300, seed: 4 },
      );
      expect(outcomes.sound).toBeGreaterThan(200);
    },
  );

  test.for([undefined, null, "down", 7, [], {}, { id: "x" }, { kills: null, userName: "Robin" }])(
    "refuses the response %j",
    async (response) => {
      await expect(reading("bf2042", async () => response)).rejects.toMatchObject({ code: "source_unavailable" });
      await expect(reading("bf4", async () => response)).rejects.toMatchObject({ code: "source_unavailable" });
    },
  );

  test("accepts a soldier who has never played", async () => {
    const reportedStatistics = await reading("bf2042", async () => ({
      id: 5,
      userName: "Robin",
      kills: 0,
      weapons: [],
    }));
    expect(reportedStatistics).toMatchObject({ playerId: "5", name: "Robin", statistics: { figures: { kills: 0 } } });
  });

  test("of Battlefield 4 omits the second page if it fails", async () => {
    const call: ServiceCall = async (path) => {
      if (path === "/bf4/stats/") throw unavailable;
      return CORRECT_PAGES[path];
    };
    const { statistics: reportedStatistics } = await reading("bf4", call);
    expect(reportedStatistics.figures).not.toHaveProperty("rounds");
    expect(reportedStatistics.counters).not.toHaveProperty("rankPoints");
    expect(reportedStatistics.figures).toHaveProperty("kills");
  });

  test("of Battlefield 4 requests the page of weapons if the first page has none", async () => {
    const requests: string[] = [];
    const call: ServiceCall = async (path) => {
      requests.push(path);
      return path === "/bf4/all/" ? { ...CORRECT_PAGES[path], weapons: [] } : CORRECT_PAGES[path];
    };
    const { statistics: reportedStatistics } = await reading("bf4", call);
    expect(requests).toEqual(["/bf4/all/", "/bf4/stats/", "/bf4/weapons/"]);
    expect(reportedStatistics.tables.weapons).toEqual((await reading("bf4", correctCall)).statistics.tables.weapons);
  });

  test("requests by id if it is known, and with the service's names of platforms", async () => {
    const requests: Record<string, string>[] = [];
    const call: ServiceCall = async (path, query) => {
      requests.push(query);
      return { ...CORRECT_PAGES[path], ...(query["playerid"] && { id: query["playerid"] }) };
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
