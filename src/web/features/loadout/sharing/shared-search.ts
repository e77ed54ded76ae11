// A shared loadout in an address: `s` a share kept here, `l` a code that holds it all.

export type SharedSearch = { s?: string; l?: string };

/** Longer than any id or code; what is longer is no share. */
const LONGEST = 500;

/** What an address shares; null when it shares nothing. A share kept here comes first. */
export function readSharedSearch(search: Record<string, unknown>): SharedSearch | null {
  const [s, l] = [textOf(search["s"]), textOf(search["l"])];
  if (s !== null) return { s };
  return l === null ? null : { l };
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value.slice(0, LONGEST) : null;
