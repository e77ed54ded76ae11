// A weapon's time to kill over distance as a strip of colour.
import type { Lethal, Target } from "#domain/weapons/lethality/at-range.ts";
import { CHART_RANGE_M, getTimeLine } from "#domain/weapons/lethality/kill-line.ts";
import { classes } from "#web/ui/class-names.ts";

type TtkStripProps = { weapon: Lethal; aim: Omit<Target, "rangeM">; className?: string };

/** Time to kill from 0 m to 150 m: the fuller the colour, the faster; nothing without public times. Decorative beside the figures. */
export function TtkStrip({ weapon, aim, className }: TtkStripProps) {
  const line = getTimeLine(weapon, aim);
  if (line.every(({ ms }) => ms === null)) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${CHART_RANGE_M} 1`}
      preserveAspectRatio="none"
      className={classes("rounded-1 bg-surface-3 fill-accent", className)}
    >
      {line.map(({ fromM, ms }, at) => (
        <rect
          key={fromM}
          x={fromM}
          width={(line[at + 1]?.fromM ?? CHART_RANGE_M) - fromM}
          height={1}
          opacity={ms ? getFullness(ms.mean) : 0}
        />
      ))}
    </svg>
  );
}

/** Milliseconds of the fullest colour, and of none. */
const FASTEST_MS = 150;
const SLOWEST_MS = 3000;

/** 1 to 0 by the logarithm of the time, so that a tenth faster looks alike everywhere. */
function getFullness(ms: number): number {
  const share = Math.log(SLOWEST_MS / Math.max(ms, FASTEST_MS)) / Math.log(SLOWEST_MS / FASTEST_MS);
  return Math.round(Math.max(0, share) * 100) / 100;
}
