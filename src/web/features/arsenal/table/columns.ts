// The columns of the arsenal's table.
import { FIGURES, type FigureId } from "#domain/weapons/figures.ts";
import { m } from "#messages";
import { getShortLabel } from "#messages/game/figures.ts";

export const COLUMN_KEYS = [
  "name",
  "class",
  "strip",
  "damage",
  "damageAt",
  "shots",
  "ttk",
  "kills",
  "accuracy",
  "unlocked",
  "rateOfFire",
  "burst",
  "magazine",
  "reload",
  "velocity",
  "flight",
  "head",
  "source",
] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];

/** Columns about the chosen soldier; without one they are not offered. */
export const OWN_COLUMNS = ["kills", "accuracy", "unlocked"] as const satisfies readonly ColumnKey[];
export const isOwnColumn = (key: ColumnKey): key is (typeof OWN_COLUMNS)[number] =>
  OWN_COLUMNS.some((own) => own === key);

/** A drawing has no order. */
export type SortKey = Exclude<ColumnKey, "strip">;
export const SORT_KEYS = COLUMN_KEYS.filter((key) => key !== "strip");

/** A column of a number. */
export type FigureColumn = Extract<ColumnKey, FigureId>;
export const isFigureColumn = (key: ColumnKey): key is FigureColumn => Object.hasOwn(FIGURES, key);

const TITLES: Readonly<Record<Exclude<ColumnKey, FigureColumn>, string>> = {
  name: m.common_weapon(),
  class: m.common_class(),
  strip: m.arsenal_ttk_strip_column(),
  unlocked: m.arsenal_unlocked(),
  source: m.common_source(),
};

/** A column's heading, the same in the table, on cards and in the list of orders. */
export const getColumnTitle = (key: ColumnKey): string => (isFigureColumn(key) ? getShortLabel(key) : TITLES[key]);

const EXTRA: readonly ColumnKey[] = ["burst", "reload", "flight", "head"];

/** The default columns without a soldier; also the meaning of an address that names none. */
export const DEFAULT_COLUMNS: readonly ColumnKey[] = COLUMN_KEYS.filter(
  (key) => !EXTRA.includes(key) && !isOwnColumn(key),
);

/** The soldier's columns take the room of these. */
const MADE_ROOM: readonly ColumnKey[] = ["strip", "velocity", "source"];

/** The columns to show of those asked for, where there are figures for these alone. */
export function getShown(columns: readonly ColumnKey[], available: readonly ColumnKey[]): readonly ColumnKey[] {
  const hasSoldier = available.some(isOwnColumn);
  if (!hasSoldier || !isDefault(columns)) return available.filter((key) => columns.includes(key));
  return available.filter((key) => isOwnColumn(key) || (columns.includes(key) && !MADE_ROOM.includes(key)));
}

/** Shares of the table's width; those of the default are also in `styles.css`. */
const WIDTHS: Record<ColumnKey, number> = {
  name: 22,
  class: 11,
  strip: 7,
  damage: 9,
  damageAt: 8,
  shots: 9,
  ttk: 9,
  rateOfFire: 7,
  burst: 7,
  magazine: 9,
  reload: 8,
  velocity: 8,
  flight: 8,
  head: 7,
  kills: 8,
  accuracy: 9,
  unlocked: 10,
  source: 9,
};
const SHARE_REM = 0.67;
/** Beside this the table needs a scroll of its own on the widest page. */
const WIDEST_REM = 76;

/** The grid of these columns; null for the default, which the style sheet holds. */
export function getGrid(
  columns: readonly ColumnKey[],
): { template: string; minWidth: string; scrolls: boolean } | null {
  if (isDefault(columns)) return null;
  const rem = columns.reduce((sum, key) => sum + WIDTHS[key], 0) * SHARE_REM;
  return {
    template: columns.map((key) => `${WIDTHS[key]}fr`).join(" "),
    minWidth: `${Math.round(rem)}rem`,
    scrolls: rem > WIDEST_REM,
  };
}

/** These columns in the order of the table, the name always among them. */
export function inOrder(keys: readonly string[]): readonly ColumnKey[] {
  const present = keys.map(getPresentKey);
  return COLUMN_KEYS.filter((key) => key === "name" || present.includes(key));
}

/** The key that a column has now. */
export const getPresentKey = (key: string): string => EARLIER_KEYS.get(key) ?? key;

const EARLIER_KEYS = new Map([
  ["expected", "ttk"],
  ["falloff", "strip"],
]);

export const isDefault = (columns: readonly ColumnKey[]): boolean =>
  columns.length === DEFAULT_COLUMNS.length && DEFAULT_COLUMNS.every((key) => columns.includes(key));
