import { type UseQueryResult, useQueries, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { getFiguresInput, type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import type { Armoury, Bf4Armoury, Bf2042Armoury } from "#domain/loadout/armoury.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Equipment, ListedWeapon, WeaponResponse } from "#web/features/loadout/loadout-search.ts";

/** The data of a game: its weapons with figures, the items of its kits, and its combat rules. */
export type Catalogue = { weapons: readonly ListedWeapon[]; equipment: Equipment; combat: Combat };

export function useCatalogue(game: GameId): Catalogue {
  const trpc = useTRPC();
  const { data: list } = useSuspenseQuery(trpc.arsenal.list.queryOptions({ game }));
  const { data: equipment } = useSuspenseQuery(trpc.arsenal.equipment.queryOptions({ game }));
  return { weapons: list.weapons, equipment, combat: list.combat };
}

export type WeaponResponses = {
  /** The loaded responses by weapon. */
  responses: ReadonlyMap<string, WeaponResponse>;
  /** The errors by weapon; without a network, that of the attempt that will be repeated. */
  failures: ReadonlyMap<string, unknown>;
};

/** "unlisted": the game's list lacks the weapon, so it is not loaded. */
type ResponseState = "loaded" | "loading" | "failed" | "unlisted";

export function getResponseState(
  id: string,
  { responses, failures }: WeaponResponses,
  armoury: Armoury,
): ResponseState {
  if (responses.has(id)) return "loaded";
  if (failures.has(id)) return "failed";
  return armoury.weapons.has(id) ? "loading" : "unlisted";
}

export type WeaponData = WeaponResponses & {
  armoury: Armoury;
  /** Whether the parts of all weapons are loaded, so that the rules can be checked. */
  isComplete: boolean;
  /** The first error of loading. */
  error: unknown;
};

/** Returns the error of a query without data. Without a network, its next attempt waits for the network. */
export const getLoadError = ({ data, error, fetchStatus, failureReason }: UseQueryResult<unknown, unknown>): unknown =>
  data === undefined ? (error ?? (fetchStatus === "paused" ? failureReason : null)) : null;

/** It is a module-level function so that `useQueries` returns the same object for the same results. */
const combine = (results: readonly UseQueryResult<WeaponResponse, unknown>[]) => ({
  data: results.flatMap(({ data }) => data ?? []),
  errors: results.map(getLoadError),
});

/** Loads the parts and figures of these weapons at a layer. */
export function useLoadedWeapons(game: GameId, ids: readonly string[], layer: Layer): WeaponResponses {
  const trpc = useTRPC();
  const { data, errors } = useQueries({
    queries: ids.map((id) => trpc.arsenal.weapon.queryOptions({ ...getFiguresInput(game, layer), id })),
    combine,
  });
  const key = ids.join();
  return useMemo(() => {
    const failed = key.split(",").flatMap((id, index) => (errors[index] == null ? [] : [[id, errors[index]] as const]));
    return { responses: new Map(data.map((response) => [response.weapon.id, response])), failures: new Map(failed) };
  }, [data, errors, key]);
}

/** Returns a function that loads the arsenal's data again that could not be loaded. */
export function useReload(): () => void {
  const queryClient = useQueryClient();
  const { arsenal } = useTRPC();
  return useCallback(() => {
    void queryClient.refetchQueries({
      ...arsenal.pathFilter(),
      type: "active",
      predicate: ({ state }) => state.data === undefined,
    });
  }, [queryClient, arsenal]);
}

/** Loads the parts and figures of these weapons. */
export function useWeaponData(game: GameId, catalogue: Catalogue, weaponIds: readonly (string | null)[]): WeaponData {
  const { weapons, equipment } = catalogue;
  const catalogueIds = useMemo(() => new Set(weapons.map(({ id }) => id)), [weapons]);
  const requestedIds = [...new Set(weaponIds.filter((id) => id !== null && catalogueIds.has(id)))];
  const loaded = useLoadedWeapons(
    game,
    requestedIds.flatMap((id) => id ?? []),
    SHOWN_PATCH,
  );
  return useMemo(() => {
    const { responses, failures } = loaded;
    return {
      ...loaded,
      armoury: getArmoury(weapons, equipment, [...responses.values()]),
      isComplete: responses.size === requestedIds.length,
      error: [...failures.values()][0] ?? null,
    };
  }, [loaded, weapons, equipment, requestedIds.length]);
}

// Builds the armoury for the rules from the loaded responses.

type Parts<G extends string> = {
  weapons: readonly ListedWeapon[];
  equipment: Extract<Equipment, { game: G }>;
  responses: readonly Extract<WeaponResponse, { game: G }>[];
};

/** Returns the armoury with all weapons of the game, and the parts of the weapons in `responses`. */
export function getArmoury(
  weapons: readonly ListedWeapon[],
  equipment: Equipment,
  responses: readonly WeaponResponse[],
): Armoury {
  if (equipment.game === "bf4") {
    return createBf4Armoury({ weapons, equipment, responses: responses.filter((response) => response.game === "bf4") });
  }
  return createBf2042Armoury({
    weapons,
    equipment,
    responses: responses.filter((response) => response.game === "bf2042"),
  });
}

function createBf4Armoury({ weapons, equipment, responses }: Parts<"bf4">): Bf4Armoury {
  const rules = [...equipment.compatibility, ...responses.flatMap(({ compatibility }) => compatibility)];
  return {
    game: "bf4",
    weapons: indexById(
      weapons.map((weapon) => ({
        ...weapon,
        kitIds: [...weapon.kitIds],
        slots: KIT_SLOTS.filter((slot) => equipment.kits.some(({ slots }) => slots[slot].includes(weapon.id))),
      })),
    ),
    attachments: new Map(
      responses.flatMap(({ weapon, attachments }) => (attachments ? [[weapon.id, attachments]] : [])),
    ),
    compatibility: new Map(rules.map((rule) => [rule.itemId, rule])),
    kits: indexById(equipment.kits),
    gadgets: indexById(equipment.gadgets),
    vehicleLoadouts: indexById(equipment.vehicleLoadouts),
  };
}

function createBf2042Armoury({ weapons, equipment, responses }: Parts<"bf2042">): Bf2042Armoury {
  return {
    game: "bf2042",
    weapons: indexById(weapons.map((weapon) => ({ ...weapon, allOutWarfare: weapon.availability === "loadout" }))),
    attachments: new Map(
      responses.flatMap(({ weapon, attachments }) => (attachments ? [[weapon.id, attachments]] : [])),
    ),
    kits: indexById(equipment.kits),
    gadgets: indexById(equipment.gadgets),
    specialists: indexById(equipment.specialists),
  };
}

const indexById = <T extends { id: string }>(records: readonly T[]): ReadonlyMap<T["id"], T> =>
  new Map(records.map((record) => [record.id, record]));
