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

/** The columns about the chosen soldier; they are offered only if a soldier is chosen. */
export const OWN_COLUMNS = ["kills", "accuracy", "unlocked"] as const satisfies readonly ColumnKey[];
export const isOwnColumn = (key: ColumnKey): key is (typeof OWN_COLUMNS)[number] =>
  OWN_COLUMNS.some((own) => own === key);

/** The keys to sort by: every column except the strip of times to kill, which has no order. */
export type SortKey = Exclude<ColumnKey, "strip">;
export const SORT_KEYS = COLUMN_KEYS.filter((key) => key !== "strip");

/** A column that shows a figure. */
export type FigureColumn = Extract<ColumnKey, FigureId>;
export const isFigureColumn = (key: ColumnKey): key is FigureColumn => Object.hasOwn(FIGURES, key);

const TITLES: Readonly<Record<Exclude<ColumnKey, FigureColumn>, string>> = {
  name: m.common_weapon(),
  class: m.common_class(),
  strip: m.arsenal_ttk_strip_column(),
  unlocked: m.arsenal_unlocked(),
  source: m.common_source(),
};

/** Returns the heading of a column, which is the same in the table, on cards and in the list of sort keys. */
export const getColumnTitle = (key: ColumnKey): string => (isFigureColumn(key) ? getShortLabel(key) : TITLES[key]);

const OPTIONAL_COLUMNS: readonly ColumnKey[] = ["burst", "reload", "flight", "head"];

/** The default columns without a soldier, which an address without columns also stands for. */
export const DEFAULT_COLUMNS: readonly ColumnKey[] = COLUMN_KEYS.filter(
  (key) => !OPTIONAL_COLUMNS.includes(key) && !isOwnColumn(key),
);

/** The default columns that the soldier's columns replace. */
const REPLACED_COLUMNS: readonly ColumnKey[] = ["strip", "velocity", "source"];

/** Returns the chosen columns for which there are figures. */
export function getShown(columns: readonly ColumnKey[], available: readonly ColumnKey[]): readonly ColumnKey[] {
  const hasSoldier = available.some(isOwnColumn);
  if (!hasSoldier || !isDefault(columns)) return available.filter((key) => columns.includes(key));
  return available.filter((key) => isOwnColumn(key) || (columns.includes(key) && !REPLACED_COLUMNS.includes(key)));
}

/** Returns the columns of a line on a phone: the name, the class or the sorted figure, and the time to kill. */
export const getLineColumns = (sort: SortKey): readonly ColumnKey[] => [
  "name",
  sort === "name" || sort === "ttk" ? "class" : sort,
  "strip",
  "ttk",
];

/** The columns' shares of the table's width; those of the default columns are also in `styles.css`. */
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
/** A wider table does not fit the widest page and scrolls by itself. */
const MAX_WIDTH_REM = 76;

/** Returns the grid of these columns; null for the default, which the style sheet defines. */
export function getGrid(
  columns: readonly ColumnKey[],
): { template: string; minWidth: string; scrolls: boolean } | null {
  if (isDefault(columns)) return null;
  const rem = columns.reduce((sum, key) => sum + WIDTHS[key], 0) * SHARE_REM;
  return {
    template: columns.map((key) => `${WIDTHS[key]}fr`).join(" "),
    minWidth: `${Math.round(rem)}rem`,
    scrolls: rem > MAX_WIDTH_REM,
  };
}

/** Returns these columns in the order of the table, always with the name. */
export function inOrder(keys: readonly string[]): readonly ColumnKey[] {
  const present = keys.map(getPresentKey);
  return COLUMN_KEYS.filter((key) => key === "name" || present.includes(key));
}

/** Returns the present key of a column that may have an earlier key. */
export const getPresentKey = (key: string): string => EARLIER_KEYS.get(key) ?? key;

const EARLIER_KEYS = new Map([
  ["expected", "ttk"],
  ["falloff", "strip"],
]);

export const isDefault = (columns: readonly ColumnKey[]): boolean =>
  columns.length === DEFAULT_COLUMNS.length && DEFAULT_COLUMNS.every((key) => columns.includes(key));
