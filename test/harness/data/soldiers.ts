import type { GameId } from "#domain/game.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { guest } from "./lockers.ts";

/** What adding a soldier sends. */
export const newSoldier = (name: string, game: GameId = "bf4") =>
  ({ id: crypto.randomUUID(), game, platform: "pc", name, playerId: null, relation: "mine" }) as const;

/** Statistics that say so many kills, and what else the caller knows. */
export const someStatistics = (kills: number, more: Partial<Statistics> = {}, game: GameId = "bf4"): Statistics => ({
  ...noStatistics(game),
  figures: { kills },
  ...more,
});

/** Sends statistics as a browser does that has read them from a file; answers the job that keeps them. */
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

/** A guest who has one soldier. */
export async function getSoldier(world: World): Promise<{ visitor: Visitor; soldierId: string }> {
  const visitor = await guest(world);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
  return { visitor, soldierId: id };
}

/** A snapshot of these counters after so many hours of play. */
export const counted = (
  { trpc }: Visitor,
  soldierId: string,
  counters: Record<string, number>,
  { takenAt = new Date().toISOString(), hours = 0 } = {},
) =>
  trpc.soldier.saveTyped.mutate({
    id: crypto.randomUUID(),
    soldierId,
    takenAt,
    statistics: someStatistics(0, { counters, figures: { secondsPlayed: hours * 3600 } }),
  });
