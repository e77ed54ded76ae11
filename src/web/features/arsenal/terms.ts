// What the arsenal's controls say, and how it stands in the address.

import type { KitId } from "#domain/game-data/kit-id.ts";
import { LAYERS, type Layer, PATCHES, type Patch, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { WEAPON_CLASSES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import type { BodyHit } from "#domain/weapons/hit-zones.ts";
import { DEFAULT_SCENARIO, formatScenario, parseScenario, type Scenario } from "#domain/weapons/scenario.ts";
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

/** Where all hits land that are not to the head. */
export const BODY_PARTS = ["chest", "legs"] as const satisfies readonly BodyHit["part"][];
export type BodyPart = (typeof BODY_PARTS)[number];

/** Whether the chosen soldier has unlocked a weapon. */
export const UNLOCKED = ["yes", "no"] as const;

export type Direction = "asc" | "desc";
export type View = "table" | "cards";

/** So many weapons are compared at once: four lines stay apart in a chart. */
export const COMPARED = { min: 2, max: 4 } as const;

const MAX_TEXT_LENGTH = 200;

export type Terms = Scenario & {
  /** Free words, comparisons and whatever is being typed; see `query.ts`. */
  q: string;
  class: WeaponClass | null;
  kit: KitId | null;
  unlocked: (typeof UNLOCKED)[number] | null;
  /** Guns of Portal's older eras are listed too. */
  portal: boolean;
  part: BodyPart;
  /** The soldier wears Battlefield 4's Defensive upgrade. */
  defensive: boolean;
  /** Whose figures are shown, in Battlefield 2042. */
  patch: Layer;
  /** Guns whose record of this patch differs from the one before. */
  changed: Patch | null;
  sort: SortKey;
  direction: Direction;
  view: View;
  columns: readonly ColumnKey[];
  /** Ids of the weapons to compare, in the order of their columns. */
  compared: readonly string[];
};

export const DEFAULTS: Terms = {
  ...DEFAULT_SCENARIO,
  q: "",
  class: null,
  kit: null,
  unlocked: null,
  portal: false,
  part: "chest",
  defensive: false,
  patch: SHOWN_PATCH,
  changed: null,
  sort: "class",
  direction: "asc",
  view: "table",
  columns: DEFAULT_COLUMNS,
  compared: [],
};

/** The terms an address stands for; whatever is not understood falls back to its default without a word. */
export function getTerms(search: ArsenalSearch): Terms {
  return {
    ...parseScenario(search),
    q: (search.q ?? "").slice(0, MAX_TEXT_LENGTH),
    class: getOne(search.class, WEAPON_CLASSES, DEFAULTS.class),
    kit: search.kit ?? DEFAULTS.kit,
    unlocked: getOne(search.unlocked, UNLOCKED, DEFAULTS.unlocked),
    portal: search.portal === "1",
    part: getOne(search.body, BODY_PARTS, DEFAULTS.part),
    defensive: search.def === "1",
    patch: getOne(search.patch, LAYERS, DEFAULTS.patch),
    changed: getOne(search.changed, PATCHES, DEFAULTS.changed),
    sort: getOne(getPresentKey(search.sort ?? ""), SORT_KEYS, search.sweep ? "ttk" : DEFAULTS.sort),
    direction: getOne(search.dir, ["asc", "desc"], DEFAULTS.direction),
    view: getOne(search.view, ["table", "cards"], DEFAULTS.view),
    columns: search.cols ? inOrder(search.cols.split(",")) : DEFAULTS.columns,
    compared: [...new Set((search.cmp ?? "").split(",").filter(Boolean))].slice(0, COMPARED.max),
  };
}

/** The shortest search that stands for these terms. */
export function getSearch(terms: Terms): ArsenalSearch {
  const texts: ArsenalSearch = {
    q: terms.q,
    class: terms.class ?? "",
    unlocked: terms.unlocked ?? "",
    portal: terms.portal ? "1" : "",
    body: unless(terms.part, DEFAULTS.part),
    def: terms.defensive ? "1" : "",
    patch: unless(terms.patch, DEFAULTS.patch),
    changed: terms.changed ?? "",
    sort: unless(terms.sort, DEFAULTS.sort),
    dir: unless(terms.direction, DEFAULTS.direction),
    view: unless(terms.view, DEFAULTS.view),
    cols: isDefault(terms.columns) ? "" : terms.columns.join(","),
    cmp: terms.compared.join(","),
  };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  return { ...formatScenario(terms), ...given, ...(terms.kit && { kit: terms.kit }) };
}

const unless = (value: string, usual: string): string => (value === usual ? "" : value);

function getOne<Value extends string, Otherwise>(
  text: string | undefined,
  values: readonly Value[],
  otherwise: Otherwise,
): Value | Otherwise {
  return values.find((value) => value === text) ?? otherwise;
}

export type TermsChange = ValueChange<Terms>;

const FORMAT = { parse: getTerms, format: getSearch };

/** The terms on screen, how to change them, and how to write at once what is pending. */
export const useTerms = (search: ArsenalSearch, write: (search: ArsenalSearch) => void) =>
  useAddressState(search, write, FORMAT);
