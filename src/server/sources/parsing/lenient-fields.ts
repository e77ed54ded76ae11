import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import type { NameIndex } from "./name-index.ts";

// Lenient parsing of a source's response: a value that is missing, of another type or implausible is missing afterwards, never 0.

export type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 100;
/** Larger than any count of a game; sums of such numbers stay exact. */
const MAX_NUMBER = 1e12;
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
  return number >= 0 && number <= MAX_NUMBER ? number : undefined;
}

/** A short text for people: trimmed, cut, and as both databases keep it. */
export function getText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replaceAll("\0", "").trim().slice(0, MAX_TEXT_LENGTH);
  return text.toWellFormed().trim() || undefined;
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

/** Reads one figure of an object; undefined where it is missing. */
type FigureReader = (fields: Fields) => number | undefined;
export type FigureReaders = Readonly<Record<string, FigureReader>>;

export type RowReader = {
  /** The path of a row's id; the name is used where there is none. */
  id: string;
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
      const found = getNumber(getPath(fields, path));
      if (found !== undefined) return found;
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

/** The figures that are present. */
export function readFigures(fields: Fields, readers: FigureReaders): Record<string, number> {
  const parsedRows = Object.entries(readers).flatMap(([id, read]) => {
    const value = read(fields);
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(parsedRows);
}

/**
 * Rows of a list under the arsenal's ids and names where known. Rows for the same thing under two names, as with the
 * modes of Battlefield 4, are not added, because both count the same: the larger one stays.
 */
export function readRows(list: unknown, { id, name, values }: RowReader, known: NameIndex): StatisticsRow[] {
  const rows = new Map<string, StatisticsRow>();
  for (const fields of getRows(list)) {
    const [ownId, ownName] = [getText(fields[id]), getText(fields[name])];
    const [sourceId, sourceName] = [ownId ?? ownName, ownName ?? ownId];
    if (sourceId === undefined || sourceName === undefined) continue;
    const thing = known(sourceId) ?? known(sourceName);
    const row = {
      ...(thing ?? { id: sourceId, name: sourceName, known: false }),
      values: readFigures(fields, values),
    };
    const before = rows.get(row.id);
    if (!before || getWeight(row) > getWeight(before)) rows.set(row.id, row);
  }
  return [...rows.values()].slice(0, MAX_ROWS);
}

/** The non-empty lists: an empty one counts as missing. */
export const getTables = (lists: Partial<Record<TableId, StatisticsRow[]>>): Statistics["tables"] =>
  Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0));

/** The figure by which two rows of one thing are compared: the first of the list. */
const getWeight = ({ values }: StatisticsRow): number => Object.values(values)[0] ?? -1;
