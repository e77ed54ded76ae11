// Lenient parsing of a source's responses and saved files. A value that is missing, has the wrong type or is out of range becomes
// undefined, never 0. Both sources of statistics use it, so both follow the same rules.
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { MAX_VALUE } from "#domain/soldier/plausible.ts";
import { mergeRows } from "#domain/soldier/snapshots.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";

export type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 100;
const DAY_S = 24 * 60 * 60;

/** Returns the fields of an object; an empty object for any other value. */
export const getFields = (value: unknown): Fields => (isFields(value) ? value : {});

/** Returns the objects in a list; an empty list for any other value. */
export const getRows = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Parses a non-negative number: a number, "1,234", "12.68%", "6 days, 6:44:40" (as seconds), or a list with one of these. */
export function getNumber(value: unknown): number | undefined {
  const response = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const number = typeof response === "string" ? (getSeconds(response) ?? getFigure(response)) : response;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  return number >= 0 && number <= MAX_VALUE ? number : undefined;
}

/** Returns the text trimmed, cut, and without characters that PostgreSQL or SQLite refuse or change. */
export function getText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replaceAll("\0", "").trim().slice(0, MAX_TEXT_LENGTH);
  // Cutting may leave half of a surrogate pair, which is removed.
  return text.replaceAll(/\p{Surrogate}/gu, "").trim() || undefined;
}

/** Parses an id of digits from a number or a text; refuses a number that is too large to be exact. */
export function getId(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return String(value);
  return typeof value === "string" && /^[1-9]\d{0,19}$/.test(value) ? value : undefined;
}

/** Returns the value at a path such as "XP.0.total"; undefined if there is none. */
export function getPath(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path.split(".")) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function getFigure(text: string): number | undefined {
  const plain = text.trim().replace(/%$/, "").replaceAll(",", "");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

function getSeconds(text: string): number | undefined {
  const [, days = "0", hours, minutes, seconds] =
    /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)(?:\.\d+)?$/.exec(text.trim()) ?? [];
  if (!hours) return undefined;
  return Number(days) * DAY_S + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

// Parsers for the figures and rows of a response.

/** A weapon, vehicle, mode or other row of statistics; `isKnown` is false if the arsenal lacks it. */
export type ArsenalItem = { readonly id: string; readonly name: string; readonly isKnown: boolean };

/** Finds the thing for a source's id or name. */
export type NameIndex = (sourceName: string) => ArsenalItem | undefined;

/** Reads one figure of an object; returns undefined if it is missing. */
export type FigureReader = (fields: Fields) => number | undefined;
export type FigureReaders = Readonly<Record<string, FigureReader>>;

export type RowReader = {
  /** The fields that may name a row's thing, in the order in which they are tried; the first is the id of an unknown thing. */
  names: readonly string[];
  /** The field with the name of an unknown thing; if it is missing, the id is used. */
  name: string;
  values: FigureReaders;
};

/** The maximum in the schema of statistics. */
const MAX_ROWS = 500;

/** Returns a reader for the number at the first of these paths that has one. */
export const number =
  (...paths: readonly string[]): FigureReader =>
  (fields) => {
    for (const path of paths) {
      const value = getNumber(getPath(fields, path));
      if (value !== undefined) return value;
    }
    return undefined;
  };

/** Returns a reader for a share from 0 to 1, which sources give as 0 to 100. */
export const share =
  (...paths: readonly string[]): FigureReader =>
  (fields) => {
    const percent = number(...paths)(fields);
    return percent === undefined ? undefined : Number((percent / 100).toFixed(6));
  };

/** Returns a reader for the quotient of two fields; undefined if one is missing or the divisor is 0. */
export const quotient =
  (part: string, whole: string): FigureReader =>
  (fields) => {
    const [above, below] = [number(part)(fields), number(whole)(fields)];
    return above === undefined || !below ? undefined : above / below;
  };

/** Returns a reader for the first value that one of these readers returns. */
export const first =
  (...readers: readonly FigureReader[]): FigureReader =>
  (fields) => {
    for (const read of readers) {
      const value = read(fields);
      if (value !== undefined) return value;
    }
    return undefined;
  };

/** Returns the figures that are present. */
export function readFigures(fields: Fields, readers: FigureReaders): Record<string, number> {
  const parsedRows = Object.entries(readers).flatMap(([id, read]) => {
    const value = read(fields);
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(parsedRows);
}

/**
 * Returns the rows of a list with the arsenal's ids and names if known. Rows of the same thing, such as two spellings of a vehicle,
 * repeat the same counts, so they are merged into one row with the larger of each value.
 */
export function readRows(list: unknown, { names, name, values }: RowReader, findThing: NameIndex): StatisticsRow[] {
  const rows = getRows(list).flatMap((fields): StatisticsRow[] => {
    const sourceNames = names.flatMap((field) => getText(fields[field]) ?? []);
    const [sourceId] = sourceNames;
    if (sourceId === undefined) return [];
    const [thing] = sourceNames.flatMap((each) => findThing(each) ?? []);
    const unknownThing = { id: sourceId, name: getText(fields[name]) ?? sourceId, isKnown: false };
    return [{ ...(thing ?? unknownThing), values: readFigures(fields, values) }];
  });
  return mergeRows([], rows).slice(0, MAX_ROWS);
}

/** Returns the tables without empty lists. */
export const getTables = (lists: Partial<Record<TableId, StatisticsRow[]>>): Statistics["tables"] =>
  Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0));
