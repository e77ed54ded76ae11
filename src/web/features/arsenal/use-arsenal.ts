// The data of the arsenal's list: its weapons, and the rows that match the terms.

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { getFiguresInput, type Layer } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { normalizeText } from "#domain/text.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { getTarget } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { useTRPC } from "#web/data/trpc.ts";
import { holds, type Query } from "#web/features/arsenal/search/query.ts";
import { sorted } from "#web/features/arsenal/table/order.ts";
import { getRow, type OwnWeapons, type Row } from "#web/features/arsenal/table/row-figures.ts";
import { getMatcher, type ListedWeapon, listedWeapons } from "./listed-weapon.ts";
import type { Terms } from "./terms.ts";

export type Listing = { weapons: readonly ListedWeapon[]; combat: Combat };

/** Returns the list with the figures of a layer; the previous layer stays while another loads. */
export function useWeapons(game: GameId, patch: Layer): Listing {
  const shown = useDeferredValue(patch);
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions(getFiguresInput(game, shown)));
  return useMemo(() => ({ weapons: listedWeapons(data.weapons, data.sources), combat: data.combat }), [data]);
}

/** Returns the target that the terms describe. */
export function useTarget(terms: Terms, combat: Combat): Target {
  const { rangeM } = terms;
  const aim = useAim(terms, combat);
  return useMemo(() => ({ ...aim, rangeM }), [aim, rangeM]);
}

/** Returns the target without its range; the value is stable while only the range changes. */
export function useAim(terms: Terms, combat: Combat): Omit<Target, "rangeM"> {
  const { hitPercent, heads, health, part, defensive } = terms;
  return useMemo(() => {
    const { rangeM: _, ...aim } = getTarget({ rangeM: 0, hitPercent, heads, health, part, defensive }, combat);
    return aim;
  }, [hitPercent, heads, health, part, defensive, combat]);
}

const NONE: readonly string[] = [];

/** A sentence under the search field; a passing one is shown during a request only. */
export type Note = { text: string; isPassing: boolean };

/** Returns the attachments of each weapon, which are loaded when a search term needs them, and the names of all attachments. */
export function usePartNames(
  game: GameId,
  isNeeded: boolean,
): { names: PartNames; offered: readonly string[]; note: Note | null } {
  const query = useQuery({ ...useTRPC().arsenal.partNames.queryOptions({ game }), enabled: isNeeded });
  const names = useMemo(() => {
    if (!query.data) return null;
    const plainNames = query.data.names.map(normalizeText);
    return new Map(
      query.data.weapons.map(({ id, parts }) => [id, parts.flatMap((part) => plainNames[part] ?? [])] as const),
    );
  }, [query.data]);
  const offered = query.data?.names ?? NONE;
  if (!isNeeded || names) return { names, offered, note: null };
  return {
    names,
    offered,
    note: query.isError
      ? { text: m.arsenal_attachments_lookup_failed(), isPassing: false }
      : { text: m.arsenal_looking_up_attachments(), isPassing: true },
  };
}

/** Returns all rows in order, and the ids of the matching ones; the others stay on the page, hidden, so that they return fast. */
export function useRows(
  { weapons, combat }: Listing,
  terms: Terms,
  { words, comparisons, parts }: Query,
  partNames: PartNames,
  own: OwnWeapons,
): { rows: readonly Row[]; matchingIds: ReadonlySet<string> } {
  const { class: weaponClass, kit, unlocked, portal, changed, sort, direction } = terms;
  const target = useTarget(terms, combat);
  const listedWeapons = useMemo(
    () => (portal ? weapons : weapons.filter((weapon) => weapon.availability !== "portal")),
    [weapons, portal],
  );
  const rows = useMemo(
    () => getRows(listedWeapons, target, { sort, direction }, own),
    [listedWeapons, target, sort, direction, own],
  );
  const matchingIds = useMemo(
    () =>
      getMatchingIds(
        rows,
        { class: weaponClass, kit, unlocked: own ? unlocked : null, changed, words, comparisons, parts },
        partNames,
      ),
    [rows, own, weaponClass, kit, unlocked, changed, words, comparisons, parts, partNames],
  );
  return { rows, matchingIds };
}

type Filter = Pick<Terms, "class" | "kit" | "unlocked" | "changed"> & Pick<Query, "words" | "comparisons" | "parts">;

/** The normalized names of each weapon's attachments, by weapon id; null while loading. */
export type PartNames = ReadonlyMap<string, readonly string[]> | null;

/** Returns the ids of the weapons that match. Terms about attachments have no effect until the names are loaded. */
function getMatchingIds(rows: readonly Row[], filter: Filter, partNames: PartNames = null): ReadonlySet<string> {
  const matches = getMatcher(filter.words);
  const parts = filter.parts.map(getMatcher);
  const offers = (id: string) =>
    partNames === null || parts.every((fits) => (partNames.get(id) ?? []).some((name) => fits(name)));
  const matchingRows = rows.filter(
    (row) =>
      (filter.class === null || row.weapon.class === filter.class) &&
      (filter.kit === null || row.weapon.kitIds.includes(filter.kit)) &&
      (filter.unlocked === null || row.own?.unlocked === (filter.unlocked === "yes")) &&
      (filter.changed === null || (row.weapon.changedAt ?? []).includes(filter.changed)) &&
      matches(row.weapon.searchText) &&
      filter.comparisons.every((comparison) => holds(comparison, row)) &&
      (parts.length === 0 || offers(row.weapon.id)),
  );
  return new Set(matchingRows.map(({ weapon }) => weapon.id));
}

/** Returns the weapons with their figures at the range, in the chosen order. */
function getRows(
  weapons: readonly ListedWeapon[],
  target: Target,
  { sort, direction }: Pick<Terms, "sort" | "direction">,
  own: OwnWeapons,
): readonly Row[] {
  return sorted(
    weapons.map((weapon) => getRow(weapon, target, own?.get(weapon.id))),
    sort,
    direction,
  );
}
