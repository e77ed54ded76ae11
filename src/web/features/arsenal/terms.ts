// The state of the arsenal's controls, and its form in the address.

import type { KitId } from "#domain/game-data/kit-id.ts";
import { LAYERS, type Layer, PATCHES, type Patch, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { WEAPON_CLASSES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import { DEFAULT_SCENARIO, formatScenario, parseScenario, type Scenario } from "#domain/weapons/scenario.ts";
import { formatBuilds, parseBuilds, VERSUS_BUILDS, type VersusBuild } from "#domain/weapons/versus.ts";
import { useAddressState, type ValueChange } from "#web/app/shell/page/use-address-state.ts";
import {
  type ColumnKey,
  DEFAULT_COLUMNS,
  getPresentKey,
  inOrder,
  isDefault,
  SORT_KEYS,
  type SortKey,
} from "#web/features/arsenal/table/columns.ts";
import type { ArsenalSearch } from "./use-url-overlay.ts";

/** Whether the chosen soldier has unlocked a weapon. */
export const UNLOCKED = ["yes", "no"] as const;

export type Direction = "asc" | "desc";
export type View = "table" | "cards";

const MAX_TEXT_LENGTH = 200;

export type Terms = Scenario & {
  /** Free words, comparisons and an unfinished term; see `query.ts`. */
  q: string;
  class: WeaponClass | null;
  kit: KitId | null;
  unlocked: (typeof UNLOCKED)[number] | null;
  /** Whether guns of Portal's older eras are listed too. */
  portal: boolean;
  /** The source of the figures, in Battlefield 2042. */
  patch: Layer;
  /** Lists only guns whose record of this patch differs from the previous one. */
  changed: Patch | null;
  sort: SortKey;
  direction: Direction;
  view: View;
  columns: readonly ColumnKey[];
  /** The ids of the weapons that are selected for Versus in the list. */
  compared: readonly string[];
  /** The builds of Versus, in the order of their columns; Versus is open while there are any. */
  builds: readonly VersusBuild[];
};

export const DEFAULTS: Terms = {
  ...DEFAULT_SCENARIO,
  q: "",
  class: null,
  kit: null,
  unlocked: null,
  portal: false,
  patch: SHOWN_PATCH,
  changed: null,
  sort: "class",
  direction: "asc",
  view: "table",
  columns: DEFAULT_COLUMNS,
  compared: [],
  builds: [],
};

/** Parses an address; a missing or invalid value becomes the default. */
export function getTerms(search: ArsenalSearch): Terms {
  return {
    ...parseScenario(search),
    q: (search.q ?? "").slice(0, MAX_TEXT_LENGTH),
    class: findValue(search.class, WEAPON_CLASSES, DEFAULTS.class),
    kit: search.kit ?? DEFAULTS.kit,
    unlocked: findValue(search.unlocked, UNLOCKED, DEFAULTS.unlocked),
    portal: search.portal === "1",
    patch: findValue(search.patch, LAYERS, DEFAULTS.patch),
    changed: findValue(search.changed, PATCHES, DEFAULTS.changed),
    sort: findValue(getPresentKey(search.sort ?? ""), SORT_KEYS, search.sweep ? "ttk" : DEFAULTS.sort),
    direction: findValue(search.dir, ["asc", "desc"], DEFAULTS.direction),
    view: findValue(search.view, ["table", "cards"], DEFAULTS.view),
    columns: search.cols ? inOrder(search.cols.split(",")) : DEFAULTS.columns,
    compared: [...new Set((search.cmp ?? "").split(",").filter(Boolean))].slice(0, VERSUS_BUILDS.max),
    builds: parseBuilds(search.versus ?? ""),
  };
}

/** Returns the shortest search for these terms; defaults are left out. */
export function getSearch(terms: Terms): ArsenalSearch {
  const texts: ArsenalSearch = {
    q: terms.q,
    class: terms.class ?? "",
    unlocked: terms.unlocked ?? "",
    portal: terms.portal ? "1" : "",
    patch: omitDefault(terms.patch, DEFAULTS.patch),
    changed: terms.changed ?? "",
    sort: omitDefault(terms.sort, DEFAULTS.sort),
    dir: omitDefault(terms.direction, DEFAULTS.direction),
    view: omitDefault(terms.view, DEFAULTS.view),
    cols: isDefault(terms.columns) ? "" : terms.columns.join(","),
    cmp: terms.compared.join(","),
    versus: formatBuilds(terms.builds),
  };
  const changedTexts = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  return { ...formatScenario(terms), ...changedTexts, ...(terms.kit && { kit: terms.kit }) };
}

const omitDefault = (value: string, defaultValue: string): string => (value === defaultValue ? "" : value);

function findValue<Value extends string, Fallback>(
  text: string | undefined,
  values: readonly Value[],
  fallback: Fallback,
): Value | Fallback {
  return values.find((value) => value === text) ?? fallback;
}

export type TermsChange = ValueChange<Terms>;

const FORMAT = { parse: getTerms, format: getSearch };

/** Returns the current terms, a function that changes them, and one that writes pending changes at once. */
export const useTerms = (search: ArsenalSearch, write: (search: ArsenalSearch) => void) =>
  useAddressState(search, write, FORMAT);
