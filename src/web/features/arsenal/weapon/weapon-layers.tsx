import type { GameId } from "#domain/game.ts";
import type { Weapon } from "#domain/game-data/arsenal.ts";
import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon, Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import type { FigureId } from "#domain/weapons/figures.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { getDamageRange } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { formatUnit } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatDamage, formatFigure, getShortLabel } from "#messages/game/figures.ts";
import { formatNumberWithUnit } from "#web/ui/charts/chart-scale.ts";
import { SourceNote } from "./source-note.tsx";

type LayerListProps = { layers: readonly Layer[]; sources: ReadonlyMap<string, Source> };

/** Lists each source with all its figures of a weapon. */
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
  bf4: m.arsenal_damage_law_bf4(),
  bf2042: m.arsenal_damage_law_bf2042(),
} as const satisfies Record<GameId, string>;

const HITS = {
  bf4: m.arsenal_method_hits_bf4(),
  bf2042: m.arsenal_method_hits_bf2042(),
} as const satisfies Record<GameId, string>;

const PARTS = {
  bf4: m.arsenal_method_figures_bf4(),
  bf2042: m.arsenal_method_figures_bf2042(),
} as const satisfies Record<GameId, string>;

function formatHealth(combat: Combat): string {
  const normal = getHealth(combat, "normal");
  const hardcore = getHealth(combat, "hardcore");
  if (normal === null) return m.arsenal_no_source_for_health();
  const plate = getHealth(combat, "plate");
  if (hardcore === null) {
    return plate === null ? m.arsenal_soldier_health({ normal }) : m.arsenal_soldier_health_plate({ normal, plate });
  }
  return plate === null
    ? m.arsenal_soldier_health_hardcore({ normal, hardcore })
    : m.arsenal_soldier_health_hardcore_and_plate({ normal, hardcore, plate });
}

type MethodProps = { game: GameId; combat: Combat; sources: ReadonlyMap<string, Source> };

/** Explains the formulas behind the figures, and what they leave out. */
export function Method({ game, combat, sources }: MethodProps) {
  return (
    <details className="border-t border-line pt-4">
      <summary className="min-h-8 font-cond text-2 font-bold">{m.arsenal_how_this_is_computed()}</summary>
      <div className="mt-2 grid gap-2 text-0 text-ink-2">
        <p>{DAMAGE_LAW[game]}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p>{formatHealth(combat)}</p>
          <SourceNote source={sources.get(combat.health.normal[0]?.sourceId ?? "")} />
        </div>
        <p>{m.arsenal_method_shots_to_kill()}</p>
        <p className="num bg-surface-2 p-2 text-ink">{m.arsenal_formula_shots_to_kill()}</p>
        <p className="num bg-surface-2 p-2 text-ink">{m.arsenal_formula_ttk()}</p>
        <p>
          {HITS[game]} {PARTS[game]}
        </p>
      </div>
    </details>
  );
}

// The figures of a weapon by source.

/** A source and the figures that it gives, as text; the source shown first comes first. */
export type Layer = { sourceId: string; figures: readonly { label: string; text: string }[] };

type Line = { sourceId: string; label: string; text: string };

/** Returns every source of the weapon's figures; for 2042, those of the chosen pair of barrel and ammunition. */
export function getLayers(weapon: Weapon, pair: { barrel: string; ammunition: string } | null): readonly Layer[] {
  const lines = weapon.game === "bf4" ? bf4Lines(weapon) : bf2042Lines(weapon, pair);
  const ids = [...new Set(lines.map(({ sourceId }) => sourceId))];
  return ids.map((sourceId) => ({
    sourceId,
    figures: lines.filter((line) => line.sourceId === sourceId).map(({ label, text }) => ({ label, text })),
  }));
}

function bf4Lines(weapon: Bf4Weapon): readonly Line[] {
  const getLines = (id: FigureId, claims: readonly Claim<number>[]) =>
    toLines(FIGURE_LABELS[id], claims, (value) => formatFigure(id, value));
  return [
    ...toLines(getShortLabel("damage"), weapon.damage, formatProfile),
    ...toLines(FIGURE_LABELS.damage, weapon.damageEnds, ({ max, min }) => formatDamage({ max, min: min ?? max })),
    ...getLines("rateOfFire", weapon.rateOfFireRpm),
    ...getLines("burst", weapon.burstRateOfFireRpm),
    ...getLines("magazine", weapon.magazine),
    ...getLines("velocity", weapon.velocityMps),
    ...getLines("head", weapon.headMultiplier),
    ...getLines("shellDamage", weapon.shellDamage),
    ...toLines(FIGURE_LABELS.reloadEmpty, weapon.reload, ({ emptyS }) => formatFigure("reloadEmpty", emptyS)),
    ...toLines(FIGURE_LABELS.reload, weapon.reload, ({ tacticalS }) => formatFigure("reload", tacticalS)),
    ...toLines(
      m.arsenal_recoil_up_left_right(),
      weapon.handling,
      (gun) => `${gun.recoilUp}, ${gun.recoilLeft}, ${gun.recoilRight}`,
    ),
    ...toLines(m.arsenal_first_shots_recoil(), weapon.handling, ({ firstShotFactor }) =>
      formatUnit("×", firstShotFactor),
    ),
    ...toLines(
      m.arsenal_aimed_spread_still_and_moving(),
      weapon.handling,
      (gun) => `${gun.aimedSpreadStill}, ${gun.aimedSpreadMoving}`,
    ),
    ...toLines(m.arsenal_spread_per_shot(), weapon.handling, ({ spreadPerShot }) => `+${spreadPerShot}`),
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
  const { magazine, reload, headMultiplier } = line;
  return [
    { sourceId, label: getShortLabel("damage"), text: formatProfile(damage) },
    ...toFigureLines(sourceId, "auto", rateOfFireRpm.auto),
    ...toFigureLines(sourceId, "burst", rateOfFireRpm.burst),
    ...toFigureLines(sourceId, "single", rateOfFireRpm.single),
    ...toFigureLines(sourceId, "velocity", velocityMps),
    ...toFigureLines(sourceId, "magazine", magazine),
    ...toFigureLines(sourceId, "reloadEmpty", reload?.emptyS ?? null),
    ...toFigureLines(sourceId, "reload", reload?.tacticalS ?? null),
    ...(headMultiplier ? toFigureLines(headMultiplier.sourceId, "head", headMultiplier.value) : []),
  ];
}

/** Returns the figures of the stock gun of September 2022. */
function seasonTwoLines({ mechanics }: Bf2042Weapon): readonly Line[] {
  if (!mechanics) return [];
  const { sourceId, damage, rateOfFireRpm, burstsPerMinute, shotsPerBurst, velocityMps, magazine, headMultiplier } =
    mechanics;
  const burst = burstsPerMinute !== null && shotsPerBurst > 1;
  return [
    { sourceId, label: getShortLabel("damage"), text: formatProfile(damage) },
    ...toFigureLines(sourceId, "auto", rateOfFireRpm.auto),
    ...(burst
      ? [
          {
            sourceId,
            label: m.arsenal_bursts(),
            text: m.arsenal_burst_rate({
              shots: shotsPerBurst,
              rate: formatFigure("burst", rateOfFireRpm.burst),
              bursts: formatNumberWithUnit(burstsPerMinute),
            }),
          },
        ]
      : []),
    ...toFigureLines(sourceId, "velocity", velocityMps),
    ...toFigureLines(sourceId, "magazine", magazine),
    ...toFigureLines(headMultiplier.sourceId, "head", headMultiplier.value),
  ];
}

const toLines = <T,>(label: string, claims: readonly Claim<T>[], format: (value: T) => string): readonly Line[] =>
  claims.map(({ value, sourceId }) => ({ sourceId, label, text: format(value) }));

const toFigureLines = (sourceId: string, id: FigureId, value: number | null): Line[] =>
  value === null ? [] : [{ sourceId, label: FIGURE_LABELS[id], text: formatFigure(id, value) }];

/** Returns the damage and the distances at which it falls, as text. */
function formatProfile(damage: DamageProfile): string {
  const ends = getDamageRange({ damage });
  if (damage.kind === "steps")
    return damage.steps
      .map((step) =>
        m.arsenal_damage_from_distance({
          damage: formatFigure("damage", step.damage),
          distanceM: formatNumber(step.fromM, 1),
        }),
      )
      .join(", ");
  return ends
    ? m.arsenal_damage_falls_between({
        damage: formatDamage(ends),
        startM: formatNumber(damage.dropStartM, 1),
        endM: formatNumber(damage.dropEndM, 1),
      })
    : "";
}
