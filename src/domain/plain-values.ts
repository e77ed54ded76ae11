// Order and sameness that no language, machine or database sees otherwise.

/** Less than 0 where the first text comes first, by code units; 0 for the same text. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A value as JSON, the same whatever the order of its keys. */
export const stableStringify = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareTexts(a, b)))
      : part,
  );

/** What the record itself holds under a key that comes from outside: of `constructor` every object would tell something. */
export const getOwn = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
