// Changes of handling, in words.
import type { Handling } from "#domain/weapons/handling.ts";

type Change = Handling["changes"][number];

/** The figures people ask for, in the order of the screen; seconds are said as milliseconds. */
const SAID = [
  ["adsTransitionS", "Time to aim", "s"],
  ["deployS", "Time to draw", "s"],
  ["reload.emptyS", "Reload, empty", "s"],
  ["reload.tacticalS", "Reload, round left", "s"],
  ["reload.speed", "Speed of reloading", ""],
  ["magazine", "Magazine", ""],
  ["velocityMps", "Velocity", " m/s"],
  ["rateOfFireRpm.auto", "Rate of fire", " rpm"],
  ["recoil.ads.stand.up", "Recoil up, aimed", "°"],
  ["recoil.ads.stand.left", "Recoil left, aimed", "°"],
  ["recoil.ads.stand.right", "Recoil right, aimed", "°"],
  ["recoil.hip.stand.up", "Recoil up, from the hip", "°"],
  ["spread.ads.stand.base.min", "Spread, aimed", "°"],
  ["spread.ads.stand.move.min", "Spread, aimed and moving", "°"],
  ["spread.hip.stand.base.min", "Spread, from the hip", "°"],
  ["spread.hip.stand.move.min", "Spread, from the hip and moving", "°"],
] as const;

export type SaidChange = { label: string; text: string; basis: Change["basis"] };

/** The changes people ask for, signed: "−18 ms", "+0.4°"; those of the rest are counted. */
export function formatChanges(changes: readonly Change[]): { said: readonly SaidChange[]; others: number } {
  const changing = changes.filter(({ change }) => change !== 0);
  const said = SAID.flatMap(([path, label, unit]) => {
    const found = changing.find((change) => change.path === path);
    return found
      ? [{ label, text: found.change === null ? "—" : formatSigned(found.change, unit), basis: found.basis }]
      : [];
  });
  return { said, others: changing.length - said.length };
}

const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

function formatSigned(change: number, unit: string): string {
  const [value, name] = unit === "s" ? [Math.round(change * 1000), " ms"] : [change, unit];
  return `${value < 0 ? "−" : "+"}${NUMBERS.format(Math.abs(value))}${name}`;
}
