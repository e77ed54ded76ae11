// The words a reading is described with: which figure stands at which place of an answer, and what a list's rows are.

import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { type Fields, getNumber, getPath, getRows, getText } from "./lenient-fields.ts";
import type { NameIndex } from "./name-index.ts";

/** Reads one figure of an object; undefined where it is missing. */
type FigureReader = (fields: Fields) => number | undefined;
export type FigureReaders = Readonly<Record<string, FigureReader>>;

export type RowReader = {
  /** Where the source's id of a row stands; its name stands in for one. */
  id: string;
  name: string;
  values: FigureReaders;
};

/** As many as the schema of statistics takes. */
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

/** A share from 0 to 1, which sources tell from 0 to 100. */
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

/** What two rows of one thing are compared by: the first figure of the list. */
const getWeight = ({ values }: StatisticsRow): number => Object.values(values)[0] ?? -1;
