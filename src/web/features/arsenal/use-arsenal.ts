// The arsenal's list: its weapons, and what the terms leave of them.

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

/** The list with the figures of a layer; while another layer loads, the one before stays. */
export function useWeapons(game: GameId, patch: Layer): Listing {
  const shown = useDeferredValue(patch);
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions(getFiguresInput(game, shown)));
  return useMemo(() => ({ weapons: listedWeapons(data.weapons, data.sources), combat: data.combat }), [data]);
}

/** What the terms say is shot at. */
export function useTarget(terms: Terms, combat: Combat): Target {
  const { rangeM, hitPercent, heads, health, part, defensive } = terms;
  return useMemo(
    () => ({ ...getTarget({ rangeM, hitPercent, heads, health }, combat), part, defensive }),
    [rangeM, hitPercent, heads, health, part, defensive, combat],
  );
}

/** The same at any range; it stays while the range alone changes. */
export function useAim(terms: Terms, combat: Combat): Omit<Target, "rangeM"> {
  const { hitPercent, heads, health, part, defensive } = terms;
  return useMemo(() => {
    const { rangeM: _, ...aim } = getTarget({ rangeM: 0, hitPercent, heads, health }, combat);
    return { ...aim, part, defensive };
  }, [hitPercent, heads, health, part, defensive, combat]);
}

const NONE: readonly string[] = [];

/** A sentence under the search field; a passing one is there during a request only. */
export type Note = { text: string; isPassing: boolean };

/** Which attachments each weapon offers, asked for once a term needs it, and all their names as they are written. */
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

/** Every row in its order, and which of them the terms leave; the others stay on the page, hidden, to come back fast. */
export function useRows(
  { weapons, combat }: Listing,
  terms: Terms,
  { words, comparisons, parts }: Query,
  partNames: PartNames,
  own: OwnWeapons,
): { rows: readonly Row[]; left: ReadonlySet<string> } {
  const { class: weaponClass, kit, unlocked, portal, changed, sort, direction } = terms;
  const target = useTarget(terms, combat);
  const ofEras = useMemo(
    () => (portal ? weapons : weapons.filter((weapon) => weapon.availability !== "portal")),
    [weapons, portal],
  );
  const rows = useMemo(() => getRows(ofEras, target, { sort, direction }, own), [ofEras, target, sort, direction, own]);
  const left = useMemo(
    () =>
      getMatchingIds(
        rows,
        { class: weaponClass, kit, unlocked: own ? unlocked : null, changed, words, comparisons, parts },
        partNames,
      ),
    [rows, own, weaponClass, kit, unlocked, changed, words, comparisons, parts, partNames],
  );
  return { rows, left };
}

type Filter = Pick<Terms, "class" | "kit" | "unlocked" | "changed"> & Pick<Query, "words" | "comparisons" | "parts">;

/** Weapon → the normalized names of its attachments; null while loading. */
export type PartNames = ReadonlyMap<string, readonly string[]> | null;

/** Ids of the weapons these terms leave. While attachments are unknown they leave everything. */
function getMatchingIds(rows: readonly Row[], filter: Filter, partNames: PartNames = null): ReadonlySet<string> {
  const matches = getMatcher(filter.words);
  const parts = filter.parts.map(getMatcher);
  const offers = (id: string) =>
    partNames === null || parts.every((fits) => (partNames.get(id) ?? []).some((name) => fits(name)));
  const left = rows.filter(
    (row) =>
      (filter.class === null || row.weapon.class === filter.class) &&
      (filter.kit === null || row.weapon.kitIds.includes(filter.kit)) &&
      (filter.unlocked === null || row.own?.unlocked === (filter.unlocked === "yes")) &&
      (filter.changed === null || (row.weapon.changedAt ?? []).includes(filter.changed)) &&
      matches(row.weapon.searchText) &&
      filter.comparisons.every((comparison) => holds(comparison, row)) &&
      (parts.length === 0 || offers(row.weapon.id)),
  );
  return new Set(left.map(({ weapon }) => weapon.id));
}

/** The weapons with what they do at the range, in the order asked for. */
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
