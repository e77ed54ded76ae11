import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { exactUpToMs } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { figure } from "#web/components/charts/chart-scale.ts";
import type { Target } from "#web/features/loadout/editor/figures/aim-controls.tsx";
import { createAxis, DISTANCE, getKillLine, timeLine } from "./kill.ts";

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
    ? [{ ...timeLine(m.common_time_to_kill(), line), exactUpTo: quantilesUpTo }]
    : [
        { ...timeLine(m.loadout_mean(), line), exactUpTo: exactUpToMs(build, hitRate) },
        { ...timeLine(formatPerCent(10), line, "p10"), exactUpTo: quantilesUpTo },
        { ...timeLine(formatPerCent(90), line, "p90"), exactUpTo: quantilesUpTo },
      ];
  return (
    <LineChart
      caption={isSure ? caption : m.loadout_bands_explained({ caption })}
      x={DISTANCE}
      y={createAxis(lines, m.common_time_to_kill(), m.unit_ms())}
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
