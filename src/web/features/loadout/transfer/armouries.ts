// The rules of both games, as far as an import needs them.
import type { QueryClient } from "@tanstack/react-query";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import type { Data } from "#web/data/trpc.ts";
import { getArmoury } from "#web/features/loadout/editor/armoury-of.ts";

export type Armouries = Partial<Record<GameId, Armoury>>;

/** What the rules need to judge these loadouts; games that do not occur are left out. */
export async function loadArmouries(
  loadouts: readonly Loadout[],
  { trpc, queryClient }: { trpc: Data; queryClient: QueryClient },
): Promise<Armouries> {
  const present = GAMES.filter((game) => loadouts.some((loadout) => loadout.game === game));
  const entries = present.map(async (game) => {
    const [{ weapons }, equipment] = await Promise.all([
      queryClient.ensureQueryData(trpc.arsenal.list.queryOptions({ game })),
      queryClient.ensureQueryData(trpc.arsenal.equipment.queryOptions({ game })),
    ]);
    const known = new Set(weapons.map(({ id }) => id));
    const used = new Set(loadouts.filter((loadout) => loadout.game === game).flatMap(getWeapons));
    const answers = await Promise.all(
      [...used]
        .filter((id) => known.has(id))
        .map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
    );
    return [game, getArmoury(weapons, equipment, answers)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const getWeapons = (loadout: Loadout): string[] =>
  isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId].filter((id) => id !== null);
