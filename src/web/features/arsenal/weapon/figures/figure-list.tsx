import { type ReactNode, useId } from "react";
import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Handling } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import { type Ballistics, type Figure, getFlight, hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { getFireModes } from "#domain/weapons/fire.ts";
import {
  exactUpToMs,
  getDamageEnds,
  getLethality,
  getNearMiss,
  type Lethal,
  type Target,
} from "#domain/weapons/lethality/at-range.ts";
import { timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { formatHundredths, formatSeconds, formatTtk, getInferredNote } from "#messages/game/figure-words.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Stat, Unknown } from "#web/components/figures/stat.tsx";
import { rankSources, SourceLine, SourceMark } from "#web/features/arsenal/weapon/source-line.tsx";
import { formatDamage } from "#web/features/arsenal/words.ts";

type FigureListProps = {
  build: Ballistics & Pick<Lethal, "multipliers">;
  target: Target;
  /** Metres a second squared; null where no source gives it. */
  gravityMps2: number | null;
  /** Recoil and spread of the one Battlefield 4 weapon that has them. */
  handling?: Claim<Bf4Handling> | undefined;
  /** The source of Battlefield 4's rate in bursts, which may differ from that of the other rates. */
  burstSourceId?: string | undefined;
  sources: ReadonlyMap<string, Source>;
};

type Line = { label: string; value: ReactNode | null; unit?: string; from?: Figure; sourceId?: string; note?: string };

/** Every known figure of a build, their sources in one line, and in another what is unknown. */
export function FigureList(props: FigureListProps) {
  const { build, target, gravityMps2, handling, burstSourceId, sources } = props;
  const lineId = useId();
  const calculated = [...atRange(build, target), ...inFlight(build, target, gravityMps2)];
  const lines = [...calculated, ...asGiven(build, handling, burstSourceId)];
  const known = lines.filter(({ value }) => value !== null);
  const unknown = lines.filter(({ value }) => value === null).map(({ label }) => label);
  const getSource = ({ from, sourceId }: Line) => sources.get((from ? build.sourceIds[from] : sourceId) ?? "");
  const ranked = rankSources(known.flatMap((line) => getSource(line) ?? []));
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {known.map((line) => (
          <Stat
            key={line.label}
            label={line.label}
            value={line.value}
            {...(line.unit && { unit: line.unit })}
            mark={<SourceMark ranked={ranked} source={getSource(line)} lineId={lineId} />}
            note={line.note}
          />
        ))}
      </dl>
      <SourceLine
        ranked={ranked}
        lineId={lineId}
        note={
          calculated.some(({ value }) => value !== null)
            ? m.arsenal_figures_are_calculated({ rangeM: target.rangeM })
            : undefined
        }
      />
      {build.isInferred && <p className="text-0 text-ink-2">{getInferredNote()}</p>}
      {unknown.length > 0 && (
        <p className="text-0 text-ink-2">
          {m.common_no_public_figure_unknown({ unknown: unknown.join(m.common_dot()) })}
        </p>
      )}
    </>
  );
}

function atRange(build: FigureListProps["build"], target: Target): Line[] {
  const { damage, shots, ttkMs, isMinimum, expectedMs: mean, isExpectedMinimum } = getLethality(build, target);
  const { rangeM, hitRate = 1 } = target;
  const earlier = target.head !== "0" && hasEarlierHead(build) ? { from: "headMultiplier" as const } : {};
  const missed = build.configuration && getNearMiss(build, target);
  const nearMiss =
    missed && m.arsenal_near_miss_counts_as_kill({ count: missed.shots, damage: formatHundredths(missed.damage) });
  const expected = {
    label: m.arsenal_mean_time_at_hit_rate({ hitRate: Math.round(hitRate * 100) }),
    value: mean === null ? null : formatTtk(mean, isExpectedMinimum),
  };
  return [
    { label: m.arsenal_damage_at_range_m({ rangeM }), value: damage === null ? null : figure(damage) },
    {
      label: m.arsenal_shots_to_kill_at_range_m({ rangeM }),
      value: shots,
      ...earlier,
      ...(nearMiss && { note: nearMiss }),
    },
    {
      label: m.arsenal_ttk_at_range_m({ rangeM }),
      value: ttkMs === null ? null : formatTtk(ttkMs, isMinimum),
      ...earlier,
    },
    ...(hitRate < 1 ? [expected] : []),
  ];
}

function inFlight({ velocityMps }: Ballistics, { rangeM }: Target, gravityMps2: number | null): Line[] {
  if (velocityMps === null) return [{ label: m.arsenal_time_of_flight_to_range({ rangeM }), value: null }];
  const { ms, dropM } = getFlight(rangeM, velocityMps, gravityMps2);
  return [
    { label: m.arsenal_time_of_flight_to_range({ rangeM }), value: Math.round(ms), unit: m.unit_ms() },
    ...(dropM === null
      ? []
      : [{ label: m.arsenal_drop_on_the_way(), value: Math.round(dropM * 100), unit: m.unit_cm() }]),
  ];
}

function asGiven(
  build: Ballistics,
  handling: Claim<Bf4Handling> | undefined,
  burstSourceId: string | undefined,
): Line[] {
  const ends = getDamageEnds(build);
  const { magazine, velocityMps, headMultiplier, pellets, shellDamage, reload, configuration } = build;
  const seconds = (value: number | null | undefined) => (value ? formatSeconds(value) : null);
  const lines: Line[] = [
    { label: m.arsenal_damage_max_min(), value: ends && formatDamage(ends), from: "damage" },
    ...getRates(build, burstSourceId),
    {
      label: m.arsenal_head_multiplier(),
      value: headMultiplier === null ? null : m.unit_factor({ factor: formatNumber(headMultiplier, 3) }),
      from: "headMultiplier",
    },
    { label: m.common_velocity(), value: velocityMps, unit: m.unit_mps(), from: "velocityMps" },
    { label: m.common_magazine(), value: magazine, from: "magazine" },
    { label: m.common_reload_empty(), value: seconds(reload?.emptyS), from: "reload" },
    { label: m.common_reload_round_left(), value: seconds(reload?.tacticalS), from: "reload" },
  ];
  if (handling) lines.push(...getHandlingLines(handling));
  else if (!configuration)
    lines.push({ label: m.arsenal_recoil(), value: null }, { label: m.arsenal_spread(), value: null });
  if (shellDamage !== null)
    lines.push({ label: m.arsenal_damage_of_a_whole_shell(), value: shellDamage, from: "shellDamage" });
  return pellets === 1 ? lines : [...lines, { label: m.arsenal_pellets(), value: pellets, from: "pellets" }];
}

/** The source names no units. */
function getHandlingLines({ value, sourceId }: Claim<Bf4Handling>): Line[] {
  const { recoilUp, recoilLeft, recoilRight, firstShotFactor } = value;
  const { aimedSpreadStill, aimedSpreadMoving, spreadPerShot } = value;
  return [
    {
      label: m.arsenal_recoil_upwards(),
      value: recoilUp,
      note: m.arsenal_first_shot_factor({ factor: firstShotFactor }),
      sourceId,
    },
    {
      label: m.arsenal_recoil_left_and_right(),
      value: m.arsenal_recoil_left_and_right_value({ left: recoilLeft, right: recoilRight }),
      sourceId,
    },
    {
      label: m.arsenal_aimed_spread_still(),
      value: aimedSpreadStill,
      note: m.arsenal_spread_moving({ spread: aimedSpreadMoving }),
      sourceId,
    },
    { label: m.arsenal_spread_per_shot(), value: `+${spreadPerShot}`, sourceId },
  ];
}

function getRates(build: Ballistics, burstSourceId: string | undefined): Line[] {
  const { auto, burst, single } = build.ratesOfFireRpm;
  const rates = [
    { mode: "auto", label: m.arsenal_rate_of_fire_auto(), rate: auto },
    { mode: "burst", label: m.arsenal_rate_of_fire_burst(), rate: burst },
    { mode: "single", label: m.arsenal_rate_of_fire_single(), rate: single },
  ].filter(({ rate }) => rate !== null);
  if (rates.length === 0) return [{ label: m.common_rate_of_fire(), value: null }];
  return rates.map(({ mode, label, rate }) => ({
    label,
    value: rate,
    unit: m.unit_rpm(),
    ...(mode === "burst" && burstSourceId && !build.hasBurstsOnly
      ? { sourceId: burstSourceId }
      : { from: "rateOfFireRpm" as const }),
  }));
}

type FireModesProps = {
  build: Ballistics & Pick<Lethal, "multipliers">;
  mechanics: Mechanics | null;
  target: Target;
};

const TITLES = {
  auto: m.arsenal_automatic(),
  burst: m.arsenal_bursts(),
  single: m.arsenal_single_shots(),
} as const;

/** Time to kill by each way to fire the weapon; nothing where there is one way alone. */
export function FireModes({ build, mechanics, target }: FireModesProps) {
  const modes = getFireModes(build, mechanics);
  if (modes.length < 2) return null;
  const { shots } = getLethality(build, target);
  const { rangeM, hitRate = 1 } = target;
  return (
    <table className="num w-full text-0">
      <caption className="mb-1 text-left font-cond text-1 font-bold">
        {hitRate < 1 ? m.arsenal_mean_ttk_by_fire_mode({ rangeM }) : m.arsenal_ttk_by_fire_mode({ rangeM })}
      </caption>
      <tbody>
        {modes.map(({ mode, fire }) => {
          const time = shots === null ? null : timeAtHitRate(shots, hitRate, fire);
          // Of Battlefield 4's bursts no source gives the pause; those of the other game are effective rates or have theirs.
          const hasBurstsOnly = mode === "burst" && build.configuration === null;
          const exactUpTo = exactUpToMs({ rateOfFireRpm: fire.rpm, hasBurstsOnly }, hitRate);
          return (
            <tr key={mode} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {TITLES[mode]}
              </th>
              <td className="px-2 text-right">{figure(fire.rpm, m.unit_rpm())}</td>
              <td className="text-right font-bold">
                {time ? formatTtk(time.mean, time.mean > exactUpTo) : <Unknown />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
