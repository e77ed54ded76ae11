// Comparison, serialization and access that do not depend on language, machine or database.

/** Compares two texts by code units, for sorting. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns the value as JSON with sorted keys. */
export const stableStringify = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareTexts(a, b)))
      : part,
  );

/** Returns the value of a JSON text from an untrusted source; null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the record's own value of a key from an untrusted source; inherited keys such as `constructor` are ignored. */
export const getOwn = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

export const pickFields = <Value extends object, Field extends keyof Value>(
  value: Value,
  fields: readonly Field[],
): Pick<Value, Field> => Object.fromEntries(fields.map((field) => [field, value[field]])) as Pick<Value, Field>;
