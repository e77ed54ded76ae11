// Figures that are a quotient of two counts: which counts, and what follows where they are known.
import type { Values } from "#domain/soldier/statistics.ts";

type Quotient = { of: string; per: readonly string[]; scale?: number };

/** What each quotient is made of; sources give both sides as counts. */
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

/** Those that are always worked out, whatever the source gives; the others may be counted differently by it. */
const DERIVED = ["humanKillDeath", "killDeath", "killsPerMinute", "winShare", "accuracy"] as const;

/** A soldier without deaths has the K/D of one death. */
const NEVER_ZERO: ReadonlySet<string> = new Set(["humanKillDeath", "killDeath"]);

/**
 * The values with K/D, KPM, win rate and accuracy from their counts, where these are known; unknown where the counts are there
 * and nothing can be divided by. `hasFigure`: which of them the values may have.
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

/** Null where the counts are known and say nothing; undefined where one is unknown. */
function divide(id: (typeof DERIVED)[number], values: Values): number | null | undefined {
  const { of, per, scale = 1 } = QUOTIENTS[id] ?? { of: "", per: [] };
  const part = values[of];
  const wholes = per.map((each) => values[each]);
  if (part === undefined || wholes.includes(undefined)) return undefined;
  const whole = wholes.reduce<number>((total, each) => total + (each ?? 0), 0);
  if (whole === 0 && !NEVER_ZERO.has(id)) return null;
  return (part / Math.max(whole, NEVER_ZERO.has(id) ? 1 : 0)) * scale;
}
