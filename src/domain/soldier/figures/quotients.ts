// Figures that are a quotient of two counts, and their computation.
import type { Values } from "#domain/soldier/statistics.ts";

type Quotient = { of: string; per: readonly string[]; scale?: number };

/** The counts of each quotient: `of` divided by the sum of `per`, times `scale`. */
export const QUOTIENTS: Readonly<Record<string, Quotient>> = {
  humanKillDeath: { of: "humanKills", per: ["deaths"] },
  killDeath: { of: "kills", per: ["deaths"] },
  scorePerMinute: { of: "score", per: ["secondsPlayed"], scale: 60 },
  killsPerMinute: { of: "kills", per: ["secondsPlayed"], scale: 60 },
  damagePerMinute: { of: "damage", per: ["secondsPlayed"], scale: 60 },
  winShare: { of: "wins", per: ["wins", "losses"] },
  headshotShare: { of: "headshots", per: ["kills"] },
  accuracy: { of: "shotsHit", per: ["shotsFired"] },
  killsPerMatch: { of: "kills", per: ["matches"] },
  damagePerMatch: { of: "damage", per: ["matches"] },
};

/** The quotients that are always computed. For the others the source's value is used, as the source may count differently. */
const DERIVED = ["humanKillDeath", "killDeath", "killsPerMinute", "winShare", "accuracy"] as const;

/** The quotients whose divisor is at least 1: a soldier without deaths has the K/D of one death. */
const NEVER_ZERO: ReadonlySet<string> = new Set(["humanKillDeath", "killDeath"]);

/**
 * Returns the values with K/D, KPM, win rate and accuracy computed from their counts if these are known; a quotient with the
 * divisor 0 is removed. `hasFigure` returns whether the values may have a quotient.
 */
export function deriveQuotients(values: Values, hasFigure: (id: string) => boolean): Record<string, number> {
  const derived: Record<string, number> = { ...values };
  for (const id of DERIVED) {
    const value = hasFigure(id) ? divide(id, values) : undefined;
    if (value === null) delete derived[id];
    else if (value !== undefined) derived[id] = value;
  }
  return derived;
}

/** Returns the quotient; null if the divisor is 0, undefined if a count is unknown. */
function divide(id: (typeof DERIVED)[number], values: Values): number | null | undefined {
  const { of, per, scale = 1 } = QUOTIENTS[id] ?? { of: "", per: [] };
  const part = values[of];
  const wholes = per.map((each) => values[each]);
  if (part === undefined || wholes.includes(undefined)) return undefined;
  const whole = wholes.reduce<number>((total, each) => total + (each ?? 0), 0);
  if (whole === 0 && !NEVER_ZERO.has(id)) return null;
  return (part / Math.max(whole, NEVER_ZERO.has(id) ? 1 : 0)) * scale;
}
