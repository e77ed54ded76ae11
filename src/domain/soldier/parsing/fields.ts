// Lenient parsing of what a source reports, in an answer or a saved file: a value that is missing, of another type or out of
// bounds is missing afterwards, never 0. Both sources of statistics are read with it, so both obey the same rules.
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { MAX_VALUE } from "#domain/soldier/plausible.ts";
import { mergeRows } from "#domain/soldier/snapshots.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";

export type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 100;
const DAY_S = 24 * 60 * 60;

/** The fields of an object; none of anything else. */
export const getFields = (value: unknown): Fields => (isFields(value) ? value : {});

/** The objects of a list; none of anything else. */
export const getRows = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A number of 0 or more: as such, as "1,234", "12.68%" or "6 days, 6:44:40" (in seconds), or alone in a list. */
export function getNumber(value: unknown): number | undefined {
  const response = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const number = typeof response === "string" ? (getSeconds(response) ?? getFigure(response)) : response;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  return number >= 0 && number <= MAX_VALUE ? number : undefined;
}

/** A short text for people: trimmed, cut, and as both databases keep it. */
export function getText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replaceAll("\0", "").trim().slice(0, MAX_TEXT_LENGTH);
  // A character that was cut in half is no character.
  return text.replaceAll(/\p{Surrogate}/gu, "").trim() || undefined;
}

/** An id of digits, whether it came as a number or as a text; a number that lost digits on the way is none. */
export function getId(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return String(value);
  return typeof value === "string" && /^[1-9]\d{0,19}$/.test(value) ? value : undefined;
}

/** The value at a path such as "XP.0.total"; undefined where there is none. */
export function getPath(value: unknown, path: string): unknown {
  let reached = value;
  for (const step of path.split(".")) {
    if (typeof reached !== "object" || reached === null || !Object.hasOwn(reached, step)) return undefined;
    reached = Reflect.get(reached, step);
  }
  return reached;
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

// Declarations of a response's figures and rows.

/** A thing as the product names it; `known` is false where it is no record of the arsenal. */
export type Thing = { readonly id: string; readonly name: string; readonly isKnown: boolean };

/** The thing that a source's id or name stands for. */
export type NameIndex = (sourceName: string) => Thing | undefined;

/** Reads one figure of an object; undefined where it is missing. */
export type FigureReader = (fields: Fields) => number | undefined;
export type FigureReaders = Readonly<Record<string, FigureReader>>;

export type RowReader = {
  /** The fields that may name a row's thing, in their order; the first is the id of a thing that nothing knows. */
  names: readonly string[];
  /** The field with the name of a thing that nothing knows; its id is used where there is none. */
  name: string;
  values: FigureReaders;
};

/** The maximum in the schema of statistics. */
const MAX_ROWS = 500;

/** The number at the first of these paths that holds one. */
export const number =
  (...paths: readonly string[]): FigureReader =>
  (fields) => {
    for (const path of paths) {
      const value = getNumber(getPath(fields, path));
      if (value !== undefined) return value;
    }
    return undefined;
  };

/** A share from 0 to 1, which sources give as 0 to 100. */
export const share =
  (...paths: readonly string[]): FigureReader =>
  (fields) => {
    const percent = number(...paths)(fields);
    return percent === undefined ? undefined : Number((percent / 100).toFixed(6));
  };

/** A part of a whole, of which the source gives both; unknown where there is no whole. */
export const quotient =
  (part: string, whole: string): FigureReader =>
  (fields) => {
    const [above, below] = [number(part)(fields), number(whole)(fields)];
    return above === undefined || !below ? undefined : above / below;
  };

/** The first of these readings that is present. */
export const first =
  (...readers: readonly FigureReader[]): FigureReader =>
  (fields) => {
    for (const read of readers) {
      const value = read(fields);
      if (value !== undefined) return value;
    }
    return undefined;
  };

/** The figures that are present. */
export function readFigures(fields: Fields, readers: FigureReaders): Record<string, number> {
  const parsedRows = Object.entries(readers).flatMap(([id, read]) => {
    const value = read(fields);
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(parsedRows);
}

/**
 * Rows of a list under the arsenal's ids and names where known. Two rows of one thing, as under two spellings of a vehicle or
 * for the kinds of a mode, count the same: they are one row with the larger of each value, in whatever order they come.
 */
export function readRows(list: unknown, { names, name, values }: RowReader, findThing: NameIndex): StatisticsRow[] {
  const rows = getRows(list).flatMap((fields): StatisticsRow[] => {
    const given = names.flatMap((field) => getText(fields[field]) ?? []);
    const [sourceId] = given;
    if (sourceId === undefined) return [];
    const [thing] = given.flatMap((each) => findThing(each) ?? []);
    const unknownThing = { id: sourceId, name: getText(fields[name]) ?? sourceId, isKnown: false };
    return [{ ...(thing ?? unknownThing), values: readFigures(fields, values) }];
  });
  return mergeRows([], rows).slice(0, MAX_ROWS);
}

/** The non-empty lists: an empty one counts as missing. */
export const getTables = (lists: Partial<Record<TableId, StatisticsRow[]>>): Statistics["tables"] =>
  Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0));
