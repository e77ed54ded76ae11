// The words a reading is described with: which figure stands at which place of an answer, and what a list's rows are.
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import type { TableId } from "#domain/soldier/table-id.ts";
import type { KnownThings } from "./known-things.ts";
import { type Fields, numberOf, reach, rowsOf, textOf } from "./lenient.ts";

/** Reads one figure out of an object; undefined where it is not told. */
type FigureReader = (fields: Fields) => number | undefined;
export type FigureReaders = Readonly<Record<string, FigureReader>>;

export type RowReader = {
  /** Where the source's id of a row stands; its name stands in for one. */
  id: string;
  name: string;
  values: FigureReaders;
};

/** As many as the schema of statistics takes. */
const MOST_ROWS = 500;

/** The number at the first of these paths that holds one. */
export const number =
  (...paths: readonly string[]): FigureReader =>
  (fields) => {
    for (const path of paths) {
      const found = numberOf(reach(fields, path));
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** A share from 0 to 1, which sources tell from 0 to 100. */
export const share =
  (...paths: readonly string[]): FigureReader =>
  (fields) => {
    const percent = number(...paths)(fields);
    return percent === undefined ? undefined : Number((percent / 100).toFixed(6));
  };

/** The figures that are told. */
export function figuresIn(fields: Fields, readers: FigureReaders): Record<string, number> {
  const told = Object.entries(readers).flatMap(([id, read]) => {
    const value = read(fields);
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(told);
}

/**
 * The rows of a list under the arsenal's ids and names where it knows them. One that comes twice under two names is told
 * twice of one thing, as with the modes of Battlefield 4: the larger stays, since their sum would count it twice.
 */
export function rowsIn(list: unknown, { id, name, values }: RowReader, known: KnownThings): StatisticsRow[] {
  const rows = new Map<string, StatisticsRow>();
  for (const fields of rowsOf(list)) {
    const [ownId, ownName] = [textOf(fields[id]), textOf(fields[name])];
    const [sourceId, sourceName] = [ownId ?? ownName, ownName ?? ownId];
    if (sourceId === undefined || sourceName === undefined) continue;
    const thing = known(sourceId) ?? known(sourceName);
    const row = {
      ...(thing ?? { id: sourceId, name: sourceName, known: false }),
      values: figuresIn(fields, values),
    };
    const before = rows.get(row.id);
    if (!before || weightOf(row) > weightOf(before)) rows.set(row.id, row);
  }
  return [...rows.values()].slice(0, MOST_ROWS);
}

/** The lists that hold anything: one that is empty was not told. */
export const tablesOf = (lists: Partial<Record<TableId, StatisticsRow[]>>): Statistics["tables"] =>
  Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0));

/** What two rows of one thing are compared by: the first figure of the list. */
const weightOf = ({ values }: StatisticsRow): number => Object.values(values)[0] ?? -1;
