// Order, equality and access that do not depend on language, machine or database.

/** Less than 0 where the first text comes first, by code units; 0 for the same text. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A value as JSON, the same whatever the order of its keys. */
export const stableStringify = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareTexts(a, b)))
      : part,
  );

/** The value of a JSON text from outside; null where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The record's own value of a key that comes from outside; every object inherits one for `constructor`. */
export const getOwn = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

export const pickFields = <Value extends object, Field extends keyof Value>(
  value: Value,
  fields: readonly Field[],
): Pick<Value, Field> => Object.fromEntries(fields.map((field) => [field, value[field]])) as Pick<Value, Field>;
