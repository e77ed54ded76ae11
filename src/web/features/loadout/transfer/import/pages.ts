// How an import is cut into calls the server takes.

const MAX_BYTES = 60 * 1024;
const MAX_ITEMS = 100;

const getBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The items in their order, in pages of at most so many items and bytes; an item too big for a page has one alone. */
export function getPages<T>(items: readonly T[], mostBytes = MAX_BYTES, mostItems = MAX_ITEMS): T[][] {
  const pages: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = getBytes(item) + 1;
    const page = pages.at(-1);
    if (page && page.length < mostItems && bytes + size <= mostBytes) {
      page.push(item);
      bytes += size;
    } else {
      pages.push([item]);
      bytes = size;
    }
  }
  return pages;
}
