// Pages of a list that is asked for by a cursor, from either side.

type Asked = { limit: number; cursor?: unknown; direction: "forward" | "backward" };

/**
 * The page among rows of which one more was asked for than it holds, and the rows at which the pages beside it begin: null
 * at either end. Where the page came from there is something; where it leads, only when that one more was found.
 */
export function getPage<Row>(
  found: readonly Row[],
  { limit, cursor, direction }: Asked,
): { items: Row[]; next: Row | null; previous: Row | null } {
  const hasMore = found.length > limit;
  const forward = direction === "forward";
  const items = forward ? found.slice(0, limit) : found.slice(-limit);
  const [hasNext, hasPrevious] = forward ? [hasMore, Boolean(cursor)] : [Boolean(cursor), hasMore];
  return {
    items,
    next: (hasNext && items.at(-1)) || null,
    previous: (hasPrevious && items[0]) || null,
  };
}
