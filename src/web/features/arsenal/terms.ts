// What the arsenal's controls say, and how it stands in the address.
import { KIT_IDS, type KitId } from "#domain/arsenal/kit-id.ts";
import { WEAPON_CLASSES, type WeaponClass } from "#domain/arsenal/weapon-class.ts";

export const SORT_KEYS = [
  "name",
  "class",
  "damage",
  "damageAt",
  "shots",
  "ttk",
  "rateOfFire",
  "magazine",
  "velocity",
  "source",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** How many of the hits, the first ones, are to the head. */
const HEAD_HITS = ["0", "1", "2", "all"] as const;
export type HeadHits = (typeof HEAD_HITS)[number];

export type HealthId = "normal" | "hardcore";
export type Direction = "asc" | "desc";
export type View = "table" | "cards";

/** Metres the range may be set to. */
export const RANGE_M = { min: 0, max: 150, step: 5, default: 30 } as const;

const LONGEST_TEXT = 100;

export type Terms = {
  q: string;
  class: WeaponClass | null;
  kit: KitId | null;
  /** Guns of Portal's older eras are listed too. */
  portal: boolean;
  rangeM: number;
  head: HeadHits;
  health: HealthId;
  sort: SortKey;
  direction: Direction;
  view: View;
};

/** The arsenal's part of an address; a default is left out. */
export type ArsenalSearch = {
  q?: string;
  class?: WeaponClass;
  kit?: KitId;
  portal?: "1";
  range?: number;
  hs?: HeadHits;
  health?: HealthId;
  sort?: SortKey;
  dir?: Direction;
  view?: View;
  /** The weapon whose details are open. */
  item?: string;
};

const DEFAULTS: Terms = {
  q: "",
  class: null,
  kit: null,
  portal: false,
  rangeM: RANGE_M.default,
  head: "0",
  health: "normal",
  sort: "class",
  direction: "asc",
  view: "table",
};

/** The known parts of a search; whatever is not understood falls back to its default without a word. */
export function readArsenalSearch(search: Record<string, unknown>): ArsenalSearch {
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === search[name]);
  const terms: Terms = {
    q: textOf(search["q"]).slice(0, LONGEST_TEXT),
    class: one("class", WEAPON_CLASSES) ?? null,
    kit: one("kit", KIT_IDS) ?? null,
    portal: search["portal"] === "1",
    rangeM: rangeOf(search["range"]),
    head: one("hs", HEAD_HITS) ?? DEFAULTS.head,
    health: one("health", ["normal", "hardcore"]) ?? DEFAULTS.health,
    sort: one("sort", SORT_KEYS) ?? DEFAULTS.sort,
    direction: one("dir", ["asc", "desc"]) ?? DEFAULTS.direction,
    view: one("view", ["table", "cards"]) ?? DEFAULTS.view,
  };
  const item = textOf(search["item"]).slice(0, LONGEST_TEXT);
  return { ...searchOf(terms), ...(item && { item }) };
}

/** The terms an address stands for. */
export function termsOf(search: ArsenalSearch): Terms {
  return {
    q: search.q ?? DEFAULTS.q,
    class: search.class ?? null,
    kit: search.kit ?? null,
    portal: search.portal === "1",
    rangeM: search.range ?? DEFAULTS.rangeM,
    head: search.hs ?? DEFAULTS.head,
    health: search.health ?? DEFAULTS.health,
    sort: search.sort ?? DEFAULTS.sort,
    direction: search.dir ?? DEFAULTS.direction,
    view: search.view ?? DEFAULTS.view,
  };
}

/** The shortest search that stands for these terms. */
export function searchOf(terms: Terms): Omit<ArsenalSearch, "item"> {
  return {
    ...(terms.q && { q: terms.q }),
    ...(terms.class && { class: terms.class }),
    ...(terms.kit && { kit: terms.kit }),
    ...(terms.portal && { portal: "1" as const }),
    ...(terms.rangeM !== DEFAULTS.rangeM && { range: terms.rangeM }),
    ...(terms.head !== DEFAULTS.head && { hs: terms.head }),
    ...(terms.health !== DEFAULTS.health && { health: terms.health }),
    ...(terms.sort !== DEFAULTS.sort && { sort: terms.sort }),
    ...(terms.direction !== DEFAULTS.direction && { dir: terms.direction }),
    ...(terms.view !== DEFAULTS.view && { view: terms.view }),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function rangeOf(value: unknown): number {
  const metres = value === undefined || value === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(metres)) return DEFAULTS.rangeM;
  const stepped = Math.round(metres / RANGE_M.step) * RANGE_M.step;
  return Math.min(RANGE_M.max, Math.max(RANGE_M.min, stepped));
}
