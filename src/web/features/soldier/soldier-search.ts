// What the soldier section keeps in the address.
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";

export type SoldierSearch = {
  /** The soldier that is shown. */
  soldier?: string;
  /** Two of its snapshots, whose difference is shown. */
  from?: string;
  to?: string;
  /** The figure whose history is drawn. */
  metric?: string;
  /** Up to three others, side by side with it; ids parted by commas. */
  with?: string;
  table?: TableId;
};

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PATTERNS = {
  soldier: new RegExp(`^${UUID}$`),
  from: new RegExp(`^${UUID}$`),
  to: new RegExp(`^${UUID}$`),
  metric: /^[a-zA-Z]{1,40}$/,
  with: new RegExp(`^${UUID}(,${UUID}){0,2}$`),
} as const;

/** The known parts of a search; whatever is not understood is left out without a word. */
export function readSoldierSearch(search: Record<string, unknown>): SoldierSearch {
  const texts = Object.entries(PATTERNS).flatMap(([key, pattern]) => {
    const value = search[key];
    return typeof value === "string" && pattern.test(value) ? [[key, value] as const] : [];
  });
  const table = TABLES.find((id) => id === search["table"]);
  return { ...Object.fromEntries(texts), ...(table && { table }) };
}
