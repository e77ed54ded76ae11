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
import { exactUpToMs, isSure, type Target } from "#domain/weapons/lethality/at-range.ts";
import type { Spread } from "#domain/weapons/lethality/kill-chances.ts";
import { m } from "#messages";
import { formatTtk, formatUnit } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatChange, formatFigure, formatReading, getShortLabel } from "#messages/game/figures.ts";
import { formatTarget, formatTtkCaption } from "#messages/game/scenario-words.ts";
import { createAxis, DISTANCE, ttkLine } from "#web/data/range-lines.ts";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";

/** A build's time to kill by distance; below a hit rate of 100 % with the band eight of ten fights lie in. */
export function TtkChart({ build, target }: { build: Ballistics; target: Target }) {
  const line = ttkLine(FIGURE_LABELS.ttk, build, target);
  if (line === null) return <p className="text-0 text-ink-2">{m.loadout_no_public_time_of_weapon()}</p>;
  const { band, ...mean } = line;
  const quantile = { shape: line.shape, exactUpTo: exactUpToMs(build) };
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
      at={target.rangeM}
      say={formatTtk}
    />
  );
}

type KillStatsProps = { build: Ballistics; asIssued: Ballistics | null; target: Target };

/** What a build does at the chosen range, each figure with its change against the stock weapon. */
export function KillStats({ build, asIssued, target }: KillStatsProps) {
  const now = getSubject(build, target);
  const then = getSubject(asIssued, target);
  const getStat = (id: FigureId, note = getChange(id, now, then)): StatProps => ({
    label: FIGURE_LABELS[id],
    value: formatReading(id, now),
    note,
  });
  const exactUpTo = exactUpToMs(build);
  const stats: readonly StatProps[] = [
    getStat("damageAt"),
    getStat("shots"),
    ...(isSure(target)
      ? [getStat("ttk")]
      : [
          getStat(
            "ttk",
            formatBand(getTimes(now), (ms) => formatTtk(ms, ms > exactUpTo)),
          ),
          getStat(
            "meanShots",
            formatBand(getShots(now), (shots) => formatFigure("shots", shots)),
          ),
        ]),
    isSure(target) ? getStat("magazineKills") : getStat("magazineKills", m.loadout_on_average()),
    getStat("magazine"),
    getStat("rateOfFire"),
    getStat("velocity"),
    getReloadStat(now),
  ];
  const unknown = stats.flatMap(({ label, value }) => (value === null ? [label] : []));
  return (
    <>
      <dl aria-live="polite" className="grid grid-cols-3 gap-x-4 gap-y-3">
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

/** Both reloads in one; of a weapon that has only the empty one, that. */
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

/** A signed change against the stock weapon; nothing where there is none. */
function getChange(id: FigureId, subject: FigureSubject, stock: FigureSubject): string | null {
  const [now, then] = [readFigure(id, subject), readFigure(id, stock)];
  if (now === null || then === null || isSame(id, now, then)) return null;
  return m.loadout_change_vs_stock({ change: formatChange(id, then, now) });
}
