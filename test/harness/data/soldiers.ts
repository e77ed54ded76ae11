import type { GameId } from "#domain/game.ts";
import { createEmptyStatistics, type Statistics } from "#domain/soldier/statistics.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { createGuest } from "./lockers.ts";

/** Returns the input of `soldier.add`. */
export const newSoldier = (name: string, game: GameId = "bf4") =>
  ({ id: crypto.randomUUID(), game, platform: "pc", name, playerId: null, relation: "mine" }) as const;

/** Returns statistics with this number of kills and these further values. */
export const buildStatistics = (kills: number, more: Partial<Statistics> = {}, game: GameId = "bf4"): Statistics => ({
  ...createEmptyStatistics(game),
  figures: { kills },
  ...more,
});

/** The rows of weapons with their kills by these counters, and the hours in hand; no table without any. */
export function getWeaponTable(
  counters: Readonly<Record<string, number>>,
  hoursWith: Readonly<Record<string, number>>,
): Statistics["tables"] {
  const weapons = Object.entries(hoursWith).map(([id, hours]) => ({
    id,
    name: id,
    isKnown: true,
    values: { kills: counters[`kills:${id}`] ?? 0, secondsPlayed: hours * 3600 },
  }));
  return weapons.length > 0 ? { weapons } : {};
}

/** Sends statistics as a browser does after reading a file; returns the job that stores them. */
export async function sendImport(
  { trpc }: Visitor,
  soldierId: string,
  parts: readonly Statistics[],
  takenAt = new Date().toISOString(),
  more: { playerId?: string; isRestarted?: boolean } = {},
) {
  const importId = crypto.randomUUID();
  for (const [number, part] of parts.entries()) await trpc.soldier.importPage.mutate({ importId, number, part });
  const { job } = await trpc.soldier.importCommit.mutate({
    importId,
    soldierId,
    pages: parts.length,
    takenAt,
    ...more,
  });
  return { importId, job };
}

/** Creates a guest with one soldier. */
export async function createGuestWithSoldier(world: World): Promise<{ visitor: Visitor; soldierId: string }> {
  const visitor = await createGuest(world);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  return { visitor, soldierId: id };
}

/** Saves a snapshot with these counters and this time played. */
export const saveCounters = (
  { trpc }: Visitor,
  soldierId: string,
  counters: Record<string, number>,
  {
    takenAt = new Date().toISOString(),
    hours = 0,
    hoursWith = {},
  }: { takenAt?: string; hours?: number; hoursWith?: Record<string, number> } = {},
) =>
  trpc.soldier.saveTyped.mutate({
    id: crypto.randomUUID(),
    soldierId,
    takenAt,
    statistics: buildStatistics(0, {
      counters,
      figures: { secondsPlayed: hours * 3600 },
      tables: getWeaponTable(counters, hoursWith),
    }),
  });
