// Counting rows, and reading lists by page, of any table.
import { type SelectQueryBuilder, type StringReference, sql } from "kysely";

/** The number of rows that a query without columns finds. */
export async function countAll<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counting = query.select(({ fn }) => fn.countAll<number | string>().as("count"));
  const { count } = (await counting.executeTakeFirstOrThrow()) as { count: number | string };
  return Number(count);
}

type Direction = "forward" | "backward";

type PageRequest<Column> = {
  /** The columns that the list is ordered by; no two rows have the same values in both. */
  by: readonly [Column, Column];
  order: "asc" | "desc";
  limit: number;
  /** The values of these columns in the row after which the page begins, or before which it ends when read backward. */
  cursor: readonly [Date | string, string] | null;
  direction?: Direction;
};

/** The rows of a page, and those at which its neighbours begin: null at either end of the list. */
type Page<Row> = { items: Row[]; next: Row | null; previous: Row | null };

/** A page of what a query without an order finds. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { by, order, limit, cursor, direction = "forward" }: PageRequest<StringReference<DB, TB>>,
): Promise<Page<Row>> {
  const isForward = direction === "forward";
  const sqlDirection = isForward === (order === "asc") ? "asc" : "desc";
  const [first, second] = [sql.ref(by[0]), sql.ref(by[1])];
  let page = query
    .orderBy(first, sqlDirection)
    .orderBy(second, sqlDirection)
    .limit(limit + 1);
  if (cursor) {
    const operator = sql.raw(sqlDirection === "asc" ? ">" : "<");
    page = page.where(sql<boolean>`(${first}, ${second}) ${operator} (${cursor[0]}, ${cursor[1]})`);
  }
  const rows = (await page.execute()) as Row[];
  return getPage(isForward ? rows : rows.toReversed(), { limit, cursor, direction });
}

/** The page that these rows are, in the order of the list; there is one more than `limit` where there are more. */
export function getPage<Row>(
  rows: readonly Row[],
  { limit, cursor, direction = "forward" }: { limit: number; cursor: unknown; direction?: Direction },
): Page<Row> {
  const hasMore = rows.length > limit;
  const isForward = direction === "forward";
  const items = isForward ? rows.slice(0, limit) : rows.slice(-limit);
  const [hasNext, hasPrevious] = isForward ? [hasMore, Boolean(cursor)] : [Boolean(cursor), hasMore];
  return {
    items,
    next: (hasNext && items.at(-1)) || null,
    previous: (hasPrevious && items[0]) || null,
  };
}
