import { useQueries, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Equipment, Listed, WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { getArmoury } from "./armoury-of.ts";

/** What a game offers: every weapon by name and figures, what kits carry, and what a hit meets. */
export type Catalogue = { weapons: readonly Listed[]; equipment: Equipment; combat: Combat };

export function useCatalogue(game: GameId): Catalogue {
  const trpc = useTRPC();
  const { data: list } = useSuspenseQuery(trpc.arsenal.list.queryOptions({ game }));
  const { data: equipment } = useSuspenseQuery(trpc.arsenal.equipment.queryOptions({ game }));
  return { weapons: list.weapons, equipment, combat: list.combat };
}

export type WeaponData = {
  armoury: Armoury;
  /** By weapon; missing while on its way. */
  answers: ReadonlyMap<string, WeaponAnswer>;
  /** Whether the parts of every one of the weapons are known, so that the rules may speak. */
  isComplete: boolean;
  /** The first thing that went wrong on the way. */
  error: unknown;
};

/** What is known of these weapons beside the catalogue. */
export function useWeaponData(game: GameId, catalogue: Catalogue, weaponIds: readonly (string | null)[]): WeaponData {
  const trpc = useTRPC();
  const known = useMemo(() => new Set(catalogue.weapons.map(({ id }) => id)), [catalogue.weapons]);
  const asked = [...new Set(weaponIds.filter((id) => id !== null && known.has(id)))];
  const combined = useQueries({
    queries: asked.map((id) => trpc.arsenal.weapon.queryOptions({ game, id: id ?? "" })),
    combine: (results) => ({
      data: results.flatMap(({ data }) => data ?? []),
      error: results.find(({ error }) => error)?.error ?? null,
    }),
  });
  const { weapons, equipment } = catalogue;
  return useMemo(() => {
    const answers = new Map(combined.data.map((answer) => [answer.weapon.id, answer]));
    return {
      answers,
      armoury: getArmoury(weapons, equipment, combined.data),
      isComplete: combined.data.length === asked.length,
      error: combined.error,
    };
  }, [combined, weapons, equipment, asked.length]);
}
