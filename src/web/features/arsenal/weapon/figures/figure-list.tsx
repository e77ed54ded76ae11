import { useId } from "react";
import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Handling } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import { type Ballistics, hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { FIGURES, type FigureId, type FigureSubject, getSubject, readFigure } from "#domain/weapons/figures.ts";
import { getFireModes } from "#domain/weapons/fire.ts";
import {
  getExactLimitMs,
  getKillTimes,
  getNearMiss,
  isDeterministic,
  type Target,
} from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatHundredths, formatTtk, formatUnit, getInferredNote } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatReading, getLabelAt } from "#messages/game/figures.ts";
import { rankSources, SourceLine, SourceMark } from "#web/features/arsenal/weapon/source-line.tsx";
import { Stat, Unknown } from "#web/ui/figures/stat.tsx";

type FigureListProps = {
  build: Ballistics;
  target: Target;
  /** The mechanics of Season 2, if its figures are shown; they give the bullet's fall. */
  mechanics: Mechanics | null;
  /** Recoil and spread of the only Battlefield 4 weapon for which they are known. */
  handling?: Claim<Bf4Handling> | undefined;
  /** The source of Battlefield 4's rate in bursts, which may differ from that of the other rates. */
  burstSourceId?: string | undefined;
  sources: ReadonlyMap<string, Source>;
};

type Line = { label: string; value: string | null; sourceId?: string | undefined; note?: string | undefined };

/** Lists every known figure of a build, then their sources and the unknown figures, each in a single line. */
export function FigureList(props: FigureListProps) {
  const { build, target, mechanics, handling, burstSourceId, sources } = props;
  const lineId = useId();
  const subject = getSubject(build, target, mechanics);
  const calculated = getCalculated(subject, build, target);
  const lines = [...calculated, ...getSourceLines(subject, build, handling, burstSourceId)];
  const valueLines = lines.filter(({ value }) => value !== null);
  const unknown = lines.filter(({ value }) => value === null).map(({ label }) => label);
  const getSource = ({ sourceId }: Line) => sources.get(sourceId ?? "");
  const ranked = rankSources(valueLines.flatMap((line) => getSource(line) ?? []));
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {valueLines.map((line) => (
          <Stat
            key={line.label}
            label={line.label}
            value={line.value}
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

function getCalculated(subject: FigureSubject, build: FigureListProps["build"], target: Target): Line[] {
  const earlier = target.heads !== 0 && hasEarlierHead(build) ? build.sourceIds.headMultiplier : undefined;
  const missed = build.configuration && getNearMiss(build, target);
  const nearMiss =
    missed && m.arsenal_near_miss_counts_as_kill({ count: missed.shots, damage: formatHundredths(missed.damage) });
  const getLine = (id: FigureId): Line => ({ label: getLabelAt(id, target), value: formatReading(id, subject) });
  return [
    getLine("damageAt"),
    { ...getLine("shots"), sourceId: earlier, note: nearMiss || undefined },
    { ...getLine("ttk"), sourceId: earlier },
    ...(isDeterministic(target) ? [] : [getLine("nineOfTen")]),
    getLine("flight"),
    ...(readFigure("drop", subject) === null ? [] : [getLine("drop")]),
  ];
}

const RATES = ["auto", "burst", "single"] as const satisfies readonly FigureId[];

function getSourceLines(
  subject: FigureSubject,
  build: Ballistics,
  handling: Claim<Bf4Handling> | undefined,
  burstSourceId: string | undefined,
): Line[] {
  const isPublic = (id: FigureId) => readFigure(id, subject) !== null;
  const rates = RATES.filter(isPublic);
  const hasOwnBursts = burstSourceId !== undefined && !build.hasBurstsOnly;
  const getLine = (id: FigureId): Line => {
    const { from } = FIGURES[id];
    const sourceId = from && from !== "mechanics" ? build.sourceIds[from] : undefined;
    return {
      label: FIGURE_LABELS[id],
      value: formatReading(id, subject),
      sourceId: id === "burst" && hasOwnBursts ? burstSourceId : sourceId,
    };
  };
  return [
    getLine("damage"),
    ...(rates.length === 0 ? (["rateOfFire"] as const) : rates).map(getLine),
    ...(["head", "velocity", "magazine", "reloadEmpty", "reload"] as const).map(getLine),
    ...(handling ? getHandlingLines(handling) : []),
    ...(handling || build.configuration ? [] : (["anyRecoil", "anySpread"] as const).map(getLine)),
    ...(isPublic("shellDamage") ? [getLine("shellDamage")] : []),
    ...(build.pellets === 1 ? [] : [getLine("pellets")]),
  ];
}

/** Returns recoil and spread without units, because the source names none. */
function getHandlingLines({ value, sourceId }: Claim<Bf4Handling>): Line[] {
  const { recoilUp, recoilLeft, recoilRight, firstShotFactor } = value;
  const { aimedSpreadStill, aimedSpreadMoving, spreadPerShot } = value;
  return [
    {
      label: m.arsenal_recoil_upwards(),
      value: formatUnit("coefficient", recoilUp),
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
      value: formatUnit("coefficient", aimedSpreadStill),
      note: m.arsenal_spread_moving({ spread: aimedSpreadMoving }),
      sourceId,
    },
    { label: m.arsenal_spread_per_shot(), value: `+${spreadPerShot}`, sourceId },
  ];
}

type FireModesProps = {
  build: Ballistics;
  mechanics: Mechanics | null;
  target: Target;
};

const TITLES = {
  auto: m.arsenal_automatic(),
  burst: m.arsenal_bursts(),
  single: m.arsenal_single_shots(),
} as const;

/** Shows the time to kill by fire mode; renders nothing for a weapon with a single mode. */
export function FireModes({ build, mechanics, target }: FireModesProps) {
  const modes = getFireModes(build, mechanics);
  if (modes.length < 2) return null;
  const { rangeM } = target;
  return (
    <table className="num w-full text-0">
      <caption className="mb-1 text-left font-cond text-1 font-bold">
        {isDeterministic(target) ? m.arsenal_ttk_by_fire_mode({ rangeM }) : m.arsenal_mean_ttk_by_fire_mode({ rangeM })}
      </caption>
      <tbody>
        {modes.map(({ mode, fire }) => {
          const time = getKillTimes(build, target, fire);
          // No source gives the pause between Battlefield 4's bursts; rates of 2042 are effective rates, or their pause is known.
          const hasBurstsOnly = mode === "burst" && build.configuration === null;
          const exactUpTo = getExactLimitMs({ rateOfFireRpm: fire.rpm, hasBurstsOnly }, target);
          return (
            <tr key={mode} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {TITLES[mode]}
              </th>
              <td className="px-2 text-right">{formatUnit("rpm", fire.rpm)}</td>
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
