// A shared loadout in an address: `s` is a stored share, `l` a code that contains it.

export type SharedSearch = { s?: string; l?: string };

/** Longer than any id or code; what is longer is no share. */
const LONGEST = 500;

/** The share of an address; null without one. A stored share has precedence. */
export function readSharedSearch(search: Record<string, unknown>): SharedSearch | null {
  const [s, l] = [getText(search["s"]), getText(search["l"])];
  if (s !== null) return { s };
  return l === null ? null : { l };
}

const getText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value.slice(0, LONGEST) : null;
