import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import { type SampleArms, sampleHistory } from "#domain/soldier/sample.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { addSnapshot } from "./snapshot-rows.ts";
import { addSoldier } from "./soldier-rows.ts";

const NAME = "Sample soldier";

/** Adds the invented soldier with its snapshots and answers its id; once more changes nothing. */
export async function addSample(
  db: Database,
  { userId, id, game }: { userId: string; id: string; game: GameId },
  arsenals: Arsenals,
  now: Date,
): Promise<string> {
  return withPersonLock(db, userId, async (trx) => {
    const sample = { id, game, platform: "pc", name: NAME, playerId: null, relation: "sample" } as const;
    const soldierId = await addSoldier(trx, userId, sample, now);
    const stored = await trx.selectFrom("snapshot").select("id").where("soldierId", "=", soldierId).executeTakeFirst();
    if (stored) return soldierId;
    for (const reported of sampleHistory(game, getArms(game, arsenals), now.getTime())) {
      await addSnapshot(trx, { ...reported, userId, soldierId, source: "sample" }, now);
    }
    return soldierId;
  });
}

function getArms(game: GameId, arsenals: Arsenals): SampleArms {
  const { weapons, vehicles, kits } = arsenals[game];
  const first = (things: Iterable<{ id: string; name: string }>, count: number) => [...things].slice(0, count);
  return {
    weapons: first(weapons.values(), 9),
    vehicles: first(vehicles.values(), 3),
    classes: [...kits.keys()].map((id) => ({ id, name: KIT_TITLES[id] })),
  };
}
