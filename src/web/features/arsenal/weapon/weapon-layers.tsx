import type { GameId } from "#domain/game.ts";
import type { Weapon } from "#domain/game-data/arsenal.ts";
import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon, Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { getDamageEnds } from "#domain/weapons/lethality/at-range.ts";
import { figure, inSeconds } from "#web/components/charts/chart-scale.ts";
import { formatDamage } from "#web/features/arsenal/words.ts";
import { SourceNote } from "./source-note.tsx";

type LayerListProps = { layers: readonly Layer[]; sources: ReadonlyMap<string, Source> };

/** Each source with all its figures of a weapon. */
export function LayerList({ layers, sources }: LayerListProps) {
  return (
    <ul className="grid gap-px">
      {layers.map(({ sourceId, figures }) => (
        <li key={sourceId} className="border-b border-line py-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h4 className="font-cond text-1 font-semibold">{sources.get(sourceId)?.title ?? sourceId}</h4>
            <SourceNote source={sources.get(sourceId)} />
          </div>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-0">
            {figures.map(({ label, text }) => (
              <div key={`${label} ${text}`} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-2">{label}</dt>
                <dd className="num text-right font-semibold">{text}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

const DAMAGE_LAW = {
  bf4: "Damage is full up to a first distance, falls on a straight line to a second one, and stays there.",
  bf2042: "Damage falls in steps: each holds from its distance to the next.",
} as const satisfies Record<GameId, string>;

/** Goes on from the multiplier of the part hit. */
const BODY_LAW = {
  bf4: ": the chest's counts for the arms, that of the legs for the stomach, and behind the Defensive upgrade the chest has its own",
  bf2042: ": 1 for every part",
} as const satisfies Record<GameId, string>;

const PARTS = {
  bf4: "What attachments change is known in percent alone and is never part of a figure here. A magazine does not count the round in the chamber.",
  bf2042:
    "All figures are of one patch and of the barrel and the ammunition chosen; head multipliers after 7.3.0 are those of 7.3.0. A magazine counts the round in the chamber.",
} as const satisfies Record<GameId, string>;

function formatHealth(combat: Combat): string {
  const normal = getHealth(combat, "normal");
  const hardcore = getHealth(combat, "hardcore");
  if (normal === null) return "No source gives the health of a soldier.";
  const plate = getHealth(combat, "plate");
  const others = [
    ...(hardcore === null ? [] : [`on hardcore servers ${hardcore}`]),
    ...(plate === null ? [] : [`with an armour plate ${plate}`]),
  ];
  return `A soldier has ${[`${normal} health`, ...others].join(", ")}.`;
}

type MethodProps = { game: GameId; combat: Combat; sources: ReadonlyMap<string, Source> };

/** The formulas behind the figures, and what they leave out. */
export function Method({ game, combat, sources }: MethodProps) {
  return (
    <details className="border-t border-line pt-4">
      <summary className="min-h-8 font-cond text-2 font-bold">How this is computed</summary>
      <div className="mt-2 grid gap-2 text-0 text-ink-2">
        <p>{DAMAGE_LAW[game]}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p>{formatHealth(combat)}</p>
          <SourceNote source={sources.get(combat.health.normal[0]?.sourceId ?? "")} />
        </div>
        <p>Shots to kill are the fewest hits whose damage reaches it:</p>
        <p className="num bg-surface-2 p-2 text-ink">
          head hits × damage × pellets × head multiplier + other hits × damage × pellets × body multiplier ≥ health
        </p>
        <p className="num bg-surface-2 p-2 text-ink">time to kill = (shots − 1) × 60,000 ÷ rounds a minute, in ms</p>
        <p>
          All pellets of a shell that hits do. Hits that are not to the head are to the part of the body chosen beside
          the list, whose multiplier they have{BODY_LAW[game]}. A time to kill is that of shots which all hit; beside a
          lower hit rate stands the mean. Flight of the bullet, aiming and healing are left out. {PARTS[game]}
        </p>
      </div>
    </details>
  );
}

// A weapon's figures, source by source.

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
    ...said("Damage of a whole shell", weapon.shellDamage, (damage) => figure(damage)),
    ...said("Reload, empty", weapon.reload, ({ emptyS }) => inSeconds(emptyS)),
    ...said("Reload, round left", weapon.reload, ({ tacticalS }) => inSeconds(tacticalS)),
    ...said(
      "Recoil up, left, right",
      weapon.handling,
      (gun) => `${gun.recoilUp}, ${gun.recoilLeft}, ${gun.recoilRight}`,
    ),
    ...said("First shot's recoil", weapon.handling, ({ firstShotFactor }) => times(firstShotFactor)),
    ...said(
      "Aimed spread, still, moving",
      weapon.handling,
      (gun) => `${gun.aimedSpreadStill}, ${gun.aimedSpreadMoving}`,
    ),
    ...said("Spread per shot", weapon.handling, ({ spreadPerShot }) => `+${spreadPerShot}`),
  ];
}

function bf2042Lines(weapon: Bf2042Weapon, pair: { barrel: string; ammunition: string } | null): readonly Line[] {
  const line = weapon.configurations.find(
    ({ barrel, ammunition }) => barrel === pair?.barrel && ammunition === pair.ammunition,
  );
  return line?.sourceId === weapon.mechanics?.sourceId
    ? seasonTwoLines(weapon)
    : [...(line ? recordLines(line) : []), ...seasonTwoLines(weapon)];
}

function recordLines({ sourceId, damage, velocityMps, rateOfFireRpm, ...line }: Configuration): readonly Line[] {
  const { magazine, reload, headMultiplier: head } = line;
  return [
    { sourceId, label: "Damage", text: formatProfile(damage) },
    ...known(sourceId, "Rate, auto", rateOfFireRpm.auto, rpm),
    ...known(sourceId, "Rate, burst", rateOfFireRpm.burst, rpm),
    ...known(sourceId, "Rate, single", rateOfFireRpm.single, rpm),
    ...known(sourceId, "Velocity", velocityMps, metresPerSecond),
    ...known(sourceId, "Magazine", magazine, (rounds) => figure(rounds)),
    ...known(sourceId, "Reload, empty", reload?.emptyS ?? null, inSeconds),
    ...known(sourceId, "Reload, round left", reload?.tacticalS ?? null, inSeconds),
    ...said("Head multiplier", head ? [head] : [], times),
  ];
}

/** The gun as issued, in September 2022. */
function seasonTwoLines({ mechanics }: Bf2042Weapon): readonly Line[] {
  if (!mechanics) return [];
  const { sourceId, damage, rateOfFireRpm, burstsPerMinute, shotsPerBurst, velocityMps, magazine, headMultiplier } =
    mechanics;
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
    ...said("Head multiplier", [headMultiplier], times),
  ];
}

const said = <T,>(label: string, claims: readonly Claim<T>[], words: (value: T) => string): readonly Line[] =>
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
