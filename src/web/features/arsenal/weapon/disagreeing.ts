// Figures two sources, or two lines of one, give differently.

import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { getDamageEnds } from "#web/features/arsenal/figures.ts";
import { formatDamage } from "#web/features/arsenal/words.ts";

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
      ...weapon.damage.map(said((damage) => formatDamage(getDamageEnds({ damage }) ?? { max: 0, min: 0 }))),
      ...weapon.damageEnds.map(said(({ max, min }) => (min === null ? figure(max) : formatDamage({ max, min })))),
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
  return [{ title: "The same pair twice", said: different.map(formatLine) }];
}

function formatLine({ damage, velocityMps, rateOfFireRpm: { auto, burst, single }, sourceId }: Configuration): Said {
  const rate = auto ?? burst ?? single;
  const steps = damage.steps.map((step) => `${figure(step.damage)} from ${step.fromM} m`).join(", ");
  const text = [steps, velocityMps && figure(velocityMps, "m/s"), rate && figure(rate, "rpm")];
  return { text: text.filter(Boolean).join("; "), sourceId };
}
