// The units of a weapon's figures, and the rounding of each for display, comparison and search.

/** The maximum number of decimals. */
export const DECIMALS = {
  number: 1,
  coefficient: 4,
  ms: 0,
  s: 2,
  rpm: 1,
  "m/s": 1,
  "m/s²": 2,
  cm: 0,
  "°": 3,
  "×": 3,
  "%": 1,
} as const;

export type Unit = keyof typeof DECIMALS;

/** Rounds the decimal form of the value as it is shown, not its binary form. */
export function roundTo(unit: Unit, value: number): number {
  const power = 10 ** DECIMALS[unit];
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * power).toPrecision(12)))) / power;
}
