import { useQueries, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import type { Armoury, Bf4Armoury, Bf2042Armoury } from "#domain/loadout/armoury.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Equipment, Listed, WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

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
  const catalogueIds = useMemo(() => new Set(catalogue.weapons.map(({ id }) => id)), [catalogue.weapons]);
  const requestedIds = [...new Set(weaponIds.filter((id) => id !== null && catalogueIds.has(id)))];
  const combined = useQueries({
    queries: requestedIds.map((id) => trpc.arsenal.weapon.queryOptions({ game, id: id ?? "" })),
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
      isComplete: combined.data.length === requestedIds.length,
      error: combined.error,
    };
  }, [combined, weapons, equipment, requestedIds.length]);
}

// The part of an arsenal the rules need, out of the answers the editor has.

type Parts<G extends string> = {
  weapons: readonly Listed[];
  equipment: Extract<Equipment, { game: G }>;
  answers: readonly Extract<WeaponAnswer, { game: G }>[];
};

/** Weapons of the whole game, and the parts of those in `answers`. */
export function getArmoury(
  weapons: readonly Listed[],
  equipment: Equipment,
  answers: readonly WeaponAnswer[],
): Armoury {
  if (equipment.game === "bf4") {
    return bf4Armoury({ weapons, equipment, answers: answers.filter((answer) => answer.game === "bf4") });
  }
  return bf2042Armoury({ weapons, equipment, answers: answers.filter((answer) => answer.game === "bf2042") });
}

function bf4Armoury({ weapons, equipment, answers }: Parts<"bf4">): Bf4Armoury {
  const rules = [...equipment.compatibility, ...answers.flatMap(({ compatibility }) => compatibility)];
  return {
    game: "bf4",
    weapons: byId(
      weapons.map((weapon) => ({
        ...weapon,
        kitIds: [...weapon.kitIds],
        slots: KIT_SLOTS.filter((slot) => equipment.kits.some(({ slots }) => slots[slot].includes(weapon.id))),
      })),
    ),
    attachments: new Map(answers.flatMap(({ weapon, attachments }) => (attachments ? [[weapon.id, attachments]] : []))),
    compatibility: new Map(rules.map((rule) => [rule.itemId, rule])),
    kits: byId(equipment.kits),
    gadgets: byId(equipment.gadgets),
    vehicleLoadouts: byId(equipment.vehicleLoadouts),
  };
}

function bf2042Armoury({ weapons, equipment, answers }: Parts<"bf2042">): Bf2042Armoury {
  return {
    game: "bf2042",
    weapons: byId(weapons.map((weapon) => ({ ...weapon, allOutWarfare: weapon.availability === "loadout" }))),
    attachments: new Map(answers.flatMap(({ weapon, attachments }) => (attachments ? [[weapon.id, attachments]] : []))),
    kits: byId(equipment.kits),
    gadgets: byId(equipment.gadgets),
    specialists: byId(equipment.specialists),
  };
}

const byId = <T extends { id: string }>(records: readonly T[]): ReadonlyMap<T["id"], T> =>
  new Map(records.map((record) => [record.id, record]));
