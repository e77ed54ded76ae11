// A figure is a list of claims. It imports no schema, so that the browser may use it alone.

/** One source's value of a figure. */
export type Claim<T> = { value: T; sourceId: string };

/** The value to show: that of the first claim; null where no source gives a public figure. */
export function getShown<T>(claims: readonly Claim<T>[]): T | null {
  return claims[0]?.value ?? null;
}

/** Whether two sources name different values for the same figure. */
export function sourcesDisagree(claims: readonly Claim<unknown>[]): boolean {
  const [first, ...others] = claims.map(({ value }) => JSON.stringify(value));
  return others.some((other) => other !== first);
}

/** How far a source is trusted, best first. */
export const GRADES = ["A", "B", "C", "M"] as const;

export type Grade = (typeof GRADES)[number];
