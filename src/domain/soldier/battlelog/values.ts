// What Battlelog writes: numbers as numbers or as text, null for what it does not know. Nothing here throws.

export type Data = Record<string, unknown>;

const MAX_TEXT_LENGTH = 100;

/** A finite number, also one written as text; anything else is unknown. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === "string" && value.trim() !== "") return asNumber(Number(value));
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= MAX_TEXT_LENGTH ? value : undefined;

export const asRecord = (value: unknown): Data | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : undefined;

/** The objects of a list, or of the values of an object. */
export const asRows = (value: unknown): Data[] =>
  listed(value)
    .map(asRecord)
    .filter((row) => row !== undefined);

/** The entries of an object whose values are numbers. */
export const asNumbers = (value: unknown): [key: string, number][] =>
  Object.entries(asRecord(value) ?? {}).flatMap(([key, each]) => {
    const number = asNumber(each);
    return number === undefined ? [] : [[key, number]];
  });

/** What is known of these, without what is undefined. */
export const known = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/** A part of a whole, unknown where either is or where there is no whole. */
export const ratio = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : Object.values(asRecord(value) ?? {}));
