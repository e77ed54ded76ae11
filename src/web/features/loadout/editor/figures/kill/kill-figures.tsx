import type { Ballistics } from "#domain/weapons/ballistics.ts";
import {
  type FigureId,
  type FigureSubject,
  getShots,
  getSubject,
  getTimes,
  isSame,
  readFigure,
} from "#domain/weapons/figures.ts";
import { getExactLimitMs, isDeterministic, type Target } from "#domain/weapons/lethality/at-range.ts";
import type { Spread } from "#domain/weapons/lethality/kill-chances.ts";
import { m } from "#messages";
import { formatTtk, formatUnit } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatChange, formatFigure, formatReading, getShortLabel } from "#messages/game/figures.ts";
import { formatTarget, formatTtkCaption } from "#messages/game/scenario-words.ts";
import { createAxis, createTtkSeries, DISTANCE } from "#web/data/range-lines.ts";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { classes } from "#web/ui/class-names.ts";
import { LoadingFigure, Stat } from "#web/ui/figures/stat.tsx";

/** The chart of a build's time to kill by distance; for a hit rate below 100 %, with the band that contains 80 % of fights. */
export function TtkChart({ build, target }: { build: Ballistics; target: Target }) {
  const line = createTtkSeries(FIGURE_LABELS.ttk, build, target);
  if (line === null) return <p className="text-0 text-ink-2">{m.loadout_no_public_time_of_weapon()}</p>;
  const { band, ...mean } = line;
  const quantile = { shape: line.shape, exactUpTo: getExactLimitMs(build) };
  const lines = band
    ? [
        { ...mean, name: m.loadout_mean() },
        { ...quantile, name: formatUnit("%", 10), points: band.low },
        { ...quantile, name: formatUnit("%", 90), points: band.high },
      ]
    : [line];
  return (
    <LineChart
      caption={band ? m.loadout_lines_explained({ conditions: formatTarget(target) }) : formatTtkCaption(target)}
      x={DISTANCE}
      y={createAxis(lines, FIGURE_LABELS.ttk, m.unit_ms())}
      series={lines}
      defaultX={target.rangeM}
      say={formatTtk}
    />
  );
}

type VerdictProps = {
  subject: FigureSubject;
  /** Whether the figures are loading. */
  isPending?: boolean;
  /** The weapon with default parts, for notes about the differences from it. */
  stock?: FigureSubject;
  className?: string;
};

/** The verdict on a build: its time to kill, shots to kill and magazine. */
export function Verdict({ subject, isPending = false, stock, className = "" }: VerdictProps) {
  const stats = getVerdictIds(subject).map((id) => ({
    label: FIGURE_LABELS[id],
    value: isPending ? <LoadingFigure /> : formatReading(id, subject),
    note: stock && getChange(id, subject, stock),
  }));
  return (
    <dl
      className={classes(
        "grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] gap-x-4 [&_dd]:whitespace-nowrap [&_dd_.block]:whitespace-normal",
        className,
      )}
    >
      {stats.map((stat) => (
        <Stat key={stat.label} {...stat} />
      ))}
    </dl>
  );
}

/** Returns the figures of a verdict. A hit rate below 100 % takes the mean of the shots. */
export const getVerdictIds = ({ target }: FigureSubject): readonly FigureId[] => [
  "ttk",
  target && !isDeterministic(target) ? "meanShots" : "shots",
  "magazine",
];

/** Returns the verdict as text: "TTK 353 ms · Shots 5 · Magazine 30". */
export const formatVerdict = (subject: FigureSubject): string =>
  getVerdictIds(subject)
    .map((id) => `${FIGURE_LABELS[id]} ${formatReading(id, subject) ?? m.app_unknown_figure()}`)
    .join(m.common_dot());

type KillStatsProps = { build: Ballistics; asIssued: Ballistics | null; target: Target };

/** The further figures of a build at the chosen range, for a hit rate below 100 % with their bands, each with its difference from the weapon with default parts. */
export function KillStats({ build, asIssued, target }: KillStatsProps) {
  const now = getSubject(build, target);
  const stockSubject = getSubject(asIssued, target);
  const getStat = (id: FigureId, note = getChange(id, now, stockSubject)): StatProps => ({
    label: FIGURE_LABELS[id],
    value: formatReading(id, now),
    note,
  });
  const exactUpTo = getExactLimitMs(build);
  const stats: readonly StatProps[] = [
    getStat("damageAt"),
    ...(isDeterministic(target)
      ? []
      : [
          getStat("shots"),
          getStat(
            "ttk",
            formatBand(getTimes(now), (ms) => formatTtk(ms, ms > exactUpTo)),
          ),
          getStat(
            "meanShots",
            formatBand(getShots(now), (shots) => formatFigure("shots", shots)),
          ),
        ]),
    isDeterministic(target) ? getStat("magazineKills") : getStat("magazineKills", m.loadout_on_average()),
    getStat("rateOfFire"),
    getStat("velocity"),
    getReloadStat(now),
  ];
  const unknown = stats.flatMap(({ label, value }) => (value === null ? [label] : []));
  return (
    <>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
        {stats.map((stat) => stat.value !== null && <Stat key={stat.label} {...stat} />)}
      </dl>
      {unknown.length > 0 && (
        <p className="text-0 text-ink-2">
          {m.common_no_public_figure_unknown({ unknown: unknown.join(m.common_dot()) })}
        </p>
      )}
    </>
  );
}

type StatProps = { label: string; value: string | null; note: string | null };

/** Returns both reload times in one figure, or only the time with an empty magazine if the other is unknown. */
function getReloadStat(subject: FigureSubject): StatProps {
  const [tactical, empty] = [formatReading("reload", subject), formatReading("reloadEmpty", subject)];
  if (tactical === null) return { label: FIGURE_LABELS.reloadEmpty, value: empty, note: null };
  return {
    label: getShortLabel("reload"),
    value: tactical,
    note: empty && m.loadout_reload_when_empty({ time: empty }),
  };
}

const formatBand = (spread: Spread | null, format: (value: number) => string): string | null =>
  spread && m.loadout_most_fights_between({ low: format(spread.p10), high: format(spread.p90) });

/** Returns the difference from the weapon with default parts; null if there is none. */
function getChange(id: FigureId, subject: FigureSubject, stock: FigureSubject): string | null {
  const [now, stockValue] = [readFigure(id, subject), readFigure(id, stock)];
  if (now === null || stockValue === null || isSame(id, now, stockValue)) return null;
  return m.loadout_change_vs_stock({ change: formatChange(id, stockValue, now) });
}
