// Figures two sources, or two lines of one, give differently.
import type { Bf4Weapon } from "#domain/arsenal/bf4-weapon.ts";
import type { Configuration } from "#domain/arsenal/bf2042-weapon.ts";
import type { Claim } from "#domain/arsenal/figure.ts";
import { figure } from "#web/ui/chart-scale.ts";
import { damageEndsOf } from "./figures.ts";
import { sayDamage } from "./words.ts";

type Said = { text: string; sourceId: string };
export type Disagreement = { title: string; said: readonly Said[] };

type Conflict = Bf4Weapon["conflicts"][number];

const CONFLICTS: Record<Conflict, { title: string; saidOf: (weapon: Bf4Weapon) => readonly Said[] }> = {
  rateOfFireRpm: {
    title: "Rate of fire",
    saidOf: (weapon) => [
      ...weapon.rateOfFireRpm.map(said((rpm) => figure(rpm, "rpm"))),
      ...weapon.burstRateOfFireRpm.map(said((rpm) => `${figure(rpm, "rpm")} in bursts`)),
    ],
  },
  magazine: { title: "Magazine", saidOf: (weapon) => weapon.magazine.map(said((rounds) => figure(rounds))) },
  damage: {
    title: "Damage",
    saidOf: (weapon) => [
      ...weapon.damage.map(said((damage) => sayDamage(damageEndsOf({ damage }) ?? { max: 0, min: 0 }))),
      ...weapon.damageEnds.map(said(({ max, min }) => (min === null ? figure(max) : sayDamage({ max, min })))),
    ],
  },
};

const said =
  <T>(words: (value: T) => string) =>
  ({ value, sourceId }: Claim<T>): Said => ({ text: words(value), sourceId });

/** What the sources of a Battlefield 4 weapon disagree on, each with its words; the first is the one shown. */
export function bf4Disagreements(weapon: Bf4Weapon): readonly Disagreement[] {
  return weapon.conflicts.map((conflict) => {
    const { title, saidOf } = CONFLICTS[conflict];
    return { title, said: saidOf(weapon) };
  });
}

/** Lines of the sheet that give one pair of barrel and ammunition other figures. */
export function bf2042Disagreements(lines: readonly Configuration[]): readonly Disagreement[] {
  const different = [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
  if (different.length < 2) return [];
  return [{ title: "The same pair twice", said: different.map(sayLine) }];
}

function sayLine({ damage, velocityMps, rateOfFireRpm: { auto, burst, single }, sourceId }: Configuration): Said {
  const rate = auto ?? burst ?? single;
  const steps = damage.steps.map((step) => `${figure(step.damage)} from ${step.fromM} m`).join(", ");
  const text = [steps, velocityMps && figure(velocityMps, "m/s"), rate && figure(rate, "rpm")];
  return { text: text.filter(Boolean).join("; "), sourceId };
}
