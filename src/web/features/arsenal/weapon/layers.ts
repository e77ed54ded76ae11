// A weapon's figures, source by source.

import type { Weapon } from "#domain/game-data/arsenal.ts";
import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { getDamageEnds } from "#web/features/arsenal/figures.ts";
import { formatDamage } from "#web/features/arsenal/words.ts";

/** One source and the figures it gives, in words; the source shown first comes first. */
export type Layer = { sourceId: string; figures: readonly { label: string; text: string }[] };

type Line = { sourceId: string; label: string; text: string };

/** Every source of the weapon's figures; for 2042 the pair of barrel and ammunition chosen. */
export function getLayers(weapon: Weapon, pair: { barrel: string; ammunition: string } | null): readonly Layer[] {
  const lines = weapon.game === "bf4" ? bf4Lines(weapon) : bf2042Lines(weapon, pair);
  const ids = [...new Set(lines.map(({ sourceId }) => sourceId))];
  return ids.map((sourceId) => ({
    sourceId,
    figures: lines.filter((line) => line.sourceId === sourceId).map(({ label, text }) => ({ label, text })),
  }));
}

function bf4Lines(weapon: Bf4Weapon): readonly Line[] {
  return [
    ...said("Damage", weapon.damage, formatProfile),
    ...said("Damage, greatest–least", weapon.damageEnds, ({ max, min }) => formatDamage({ max, min: min ?? max })),
    ...said("Rate of fire", weapon.rateOfFireRpm, rpm),
    ...said("Rate in a burst", weapon.burstRateOfFireRpm, rpm),
    ...said("Magazine", weapon.magazine, (rounds) => figure(rounds)),
    ...said("Velocity", weapon.velocityMps, metresPerSecond),
    ...said("Head multiplier", weapon.headMultiplier, times),
  ];
}

function bf2042Lines(weapon: Bf2042Weapon, pair: { barrel: string; ammunition: string } | null): readonly Line[] {
  const lines = weapon.configurations.filter(
    ({ barrel, ammunition }) => barrel === pair?.barrel && ammunition === pair.ammunition,
  );
  return [
    ...lines.flatMap(({ sourceId, damage, velocityMps, rateOfFireRpm: { auto, burst, single } }) => [
      { sourceId, label: "Damage", text: formatProfile(damage) },
      ...known(sourceId, "Rate, auto", auto, rpm),
      ...known(sourceId, "Rate, burst", burst, rpm),
      ...known(sourceId, "Rate, single", single, rpm),
      ...known(sourceId, "Velocity", velocityMps, metresPerSecond),
    ]),
    ...said("Head multiplier", weapon.headMultiplier, times),
    ...seasonTwoLines(weapon),
  ];
}

/** The gun as issued, in September 2022. */
function seasonTwoLines({ mechanics }: Bf2042Weapon): readonly Line[] {
  if (!mechanics) return [];
  const { sourceId, damage, rateOfFireRpm, burstsPerMinute, shotsPerBurst, velocityMps, magazine } = mechanics;
  const burst = burstsPerMinute !== null && shotsPerBurst > 1;
  return [
    { sourceId, label: "Damage", text: formatProfile(damage) },
    { sourceId, label: "Rate, auto", text: rpm(rateOfFireRpm.auto) },
    ...(burst
      ? [
          {
            sourceId,
            label: "Bursts",
            text: `${shotsPerBurst} at ${rpm(rateOfFireRpm.burst)}, ${figure(burstsPerMinute)} a minute`,
          },
        ]
      : []),
    { sourceId, label: "Velocity", text: metresPerSecond(velocityMps) },
    { sourceId, label: "Magazine", text: figure(magazine) },
  ];
}

const said = <T>(label: string, claims: readonly Claim<T>[], words: (value: T) => string): readonly Line[] =>
  claims.map(({ value, sourceId }) => ({ sourceId, label, text: words(value) }));

const known = (sourceId: string, label: string, value: number | null, words: (value: number) => string): Line[] =>
  value === null ? [] : [{ sourceId, label, text: words(value) }];

const rpm = (value: number) => figure(value, "rpm");
const metresPerSecond = (value: number) => figure(value, "m/s");
const times = (value: number) => `× ${value}`;

/** The damage and where it falls. */
function formatProfile(damage: DamageProfile): string {
  const ends = getDamageEnds({ damage });
  if (damage.kind === "steps")
    return damage.steps.map((step) => `${figure(step.damage)} from ${step.fromM} m`).join(", ");
  return ends ? `${formatDamage(ends)}, from ${damage.dropStartM} m to ${damage.dropEndM} m` : "";
}
