// A figure is a list of claims, one per source. Imports no schema, so the browser can load it without zod.

/** One source's value of a figure. */
export type Claim<T> = { value: T; sourceId: string };

/** Returns the value to show, which is that of the first claim; null if no source gives one. */
export function getShown<T>(claims: readonly Claim<T>[]): T | null {
  return claims[0]?.value ?? null;
}

/** Whether two sources name different values for the same figure. */
export function hasDisagreement(claims: readonly Claim<unknown>[]): boolean {
  const [first, ...others] = claims.map(({ value }) => JSON.stringify(value));
  return others.some((other) => other !== first);
}

/** The grades of a source's reliability, best first. */
export const GRADES = ["A", "B", "C", "M"] as const;

export type Grade = (typeof GRADES)[number];
