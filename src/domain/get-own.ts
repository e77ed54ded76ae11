/** What the record itself holds under a key that comes from outside: of `constructor` every object would tell something. */
export const getOwn = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
