import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { exactUpToMs } from "#domain/weapons/lethality/at-range.ts";
import type { Spread } from "#domain/weapons/lethality/hit-rate.ts";
import { m } from "#messages";
import { formatSeconds, formatTtk } from "#messages/game/figure-words.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Stat } from "#web/components/figures/stat.tsx";
import type { Target } from "#web/features/loadout/editor/figures/aim-controls.tsx";
import { createAxis, DISTANCE, getKillLine, type Kill, killAt, timeLine } from "./kill.ts";

/** A build's time to kill by distance; below a hit rate of 100 % with the band eight of ten fights lie in. */
export function TtkChart({ build, target }: { build: Ballistics; target: Target }) {
  const line = getKillLine(build, target);
  const { hitRate, hitPoints, rangeM } = target;
  if (hitPoints === null || line.every(({ time }) => time === null)) {
    return <p className="text-0 text-ink-2">{m.loadout_no_public_time_of_weapon()}</p>;
  }
  const isSure = hitRate === 1;
  const caption = getCaption(target, hitPoints);
  const quantilesUpTo = exactUpToMs(build);
  const lines = isSure
    ? [{ ...timeLine(m.common_ttk(), line), exactUpTo: quantilesUpTo }]
    : [
        { ...timeLine(m.loadout_mean(), line), exactUpTo: exactUpToMs(build, hitRate) },
        { ...timeLine(formatPerCent(10), line, "p10"), exactUpTo: quantilesUpTo },
        { ...timeLine(formatPerCent(90), line, "p90"), exactUpTo: quantilesUpTo },
      ];
  return (
    <LineChart
      caption={isSure ? caption : m.loadout_bands_explained({ caption })}
      x={DISTANCE}
      y={createAxis(lines, m.common_ttk(), m.unit_ms())}
      series={lines}
      at={rangeM}
      say={formatTtk}
    />
  );
}

const formatPerCent = (number: number): string => m.unit_quantity({ number, unit: m.unit_per_cent() });

/** What the times of a target are worked out with, in a sentence. */
export function getCaption({ hitRate, head }: Target, hitPoints: number): string {
  const health = figure(hitPoints);
  return hitRate === 1
    ? m.loadout_time_to_kill_explained({ health, head })
    : m.loadout_time_to_kill_at_rate_explained({ health, rate: figure(hitRate * 100), head });
}

type KillStatsProps = { build: Ballistics; asIssued: Ballistics | null; target: Target };

/** What a build does at the chosen range, each figure with its change against the stock weapon. */
export function KillStats({ build, asIssued, target }: KillStatsProps) {
  const now = killAt(build, target);
  const then = asIssued && killAt(asIssued, target);
  const { magazine, velocityMps: speed, rateOfFireRpm } = build;
  const areAllHits = target.hitRate === 1;
  const stats: readonly StatProps[] = [
    { label: m.common_damage(), value: now.damage && figure(now.damage), note: change(now.damage, then?.damage) },
    { label: m.common_shots_to_kill(), value: now.hits, note: change(now.hits, then?.hits) },
    {
      label: m.common_ttk(),
      value: now.time && formatTtk(now.time.mean, now.isMinimum),
      note: getBand(now, target, exactUpToMs(build)) ?? change(now.time?.mean ?? null, then?.time?.mean, m.unit_ms()),
    },
    ...(areAllHits
      ? []
      : [
          {
            label: m.loadout_mean_shots_to_kill(),
            value: now.shots && figure(now.shots.mean),
            note: shotsBand(now.shots),
          },
        ]),
    {
      label: m.loadout_magazine_kills(),
      value: now.magazineKills === null ? null : figure(now.magazineKills),
      note: areAllHits ? change(now.magazineKills, then?.magazineKills) : m.loadout_on_average(),
    },
    { label: m.common_magazine(), value: magazine, note: change(magazine, asIssued?.magazine) },
    {
      label: m.common_rate_of_fire(),
      value: rateOfFireRpm && figure(rateOfFireRpm),
      unit: m.unit_rpm(),
      note: change(rateOfFireRpm, asIssued?.rateOfFireRpm),
    },
    { label: m.common_velocity(), value: speed, unit: m.unit_mps(), note: change(speed, asIssued?.velocityMps) },
    getReloadStat(build),
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

type StatProps = { label: string; value: string | number | null; unit?: string; note: string | null };

function getReloadStat({ reload }: Ballistics): StatProps {
  const { tacticalS, emptyS } = reload ?? { tacticalS: null, emptyS: null };
  if (tacticalS === null) return { label: m.common_reload_empty(), value: emptyS && formatSeconds(emptyS), note: null };
  return {
    label: m.common_reload(),
    value: formatSeconds(tacticalS),
    note: emptyS ? m.loadout_reload_when_empty({ time: formatSeconds(emptyS) }) : null,
  };
}

function getBand({ time }: Kill, { hitRate }: Target, exactUpTo: number): string | null {
  if (!time || hitRate === 1) return null;
  const [low = "", high = ""] = [time.p10, time.p90].map((ms) => formatTtk(ms, ms > exactUpTo));
  return m.loadout_most_fights_between({ low, high });
}

const shotsBand = (shots: Spread | null) =>
  shots && m.loadout_most_fights_between({ low: figure(shots.p10), high: figure(shots.p90) });

/** A signed change against the stock weapon; nothing where there is none. */
function change(now: number | null, then: number | null | undefined, unit = ""): string | null {
  if (now === null || then === null || then === undefined) return null;
  const difference = Math.round((now - then) * 10) / 10;
  if (difference === 0) return null;
  return m.loadout_change_vs_stock({ change: `${difference < 0 ? "−" : "+"}${figure(Math.abs(difference), unit)}` });
}
