// Counting rows and keyset pagination for any table.
import { type SelectQueryBuilder, type StringReference, sql } from "kysely";

/** Returns the number of rows of a query without columns. */
export async function countAll<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counting = query.select(({ fn }) => fn.countAll<number | string>().as("count"));
  const { count } = (await counting.executeTakeFirstOrThrow()) as { count: number | string };
  return Number(count);
}

type Direction = "forward" | "backward";

type PageRequest<Column> = {
  /** The columns that define the order; together they are unique. */
  orderColumns: readonly [Column, Column];
  order: "asc" | "desc";
  limit: number;
  /** The values of these columns in the row before the page, or in the row after the page when reading backward. */
  cursor: readonly [Date | string, string] | null;
  direction?: Direction;
};

/** The rows of a page, and the rows whose values are the cursors of the next and the previous page; null at the ends of the list. */
type Page<Row> = { items: Row[]; next: Row | null; previous: Row | null };

/** Returns a page of the rows of a query without an order. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { orderColumns, order, limit, cursor, direction = "forward" }: PageRequest<StringReference<DB, TB>>,
): Promise<Page<Row>> {
  const isForward = direction === "forward";
  const sqlDirection = isForward === (order === "asc") ? "asc" : "desc";
  const [first, second] = [sql.ref(orderColumns[0]), sql.ref(orderColumns[1])];
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

/** Returns the page of rows in list order; a row beyond `limit` shows that there are more. */
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
