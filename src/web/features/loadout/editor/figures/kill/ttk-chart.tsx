import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { exactUpToMs } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { figure } from "#web/components/charts/chart-scale.ts";
import { HEAD_TITLES, type Target } from "#web/features/loadout/editor/figures/aim-controls.tsx";
import { createAxis, DISTANCE, getKillLine, timeLine } from "./kill.ts";

/** A build's time to kill by distance; below a hit rate of 100 % with the band eight of ten fights lie in. */
export function TtkChart({ build, target }: { build: Ballistics; target: Target }) {
  const line = getKillLine(build, target);
  const { hitRate, hitPoints, rangeM } = target;
  if (hitPoints === null || line.every(({ time }) => time === null)) {
    return <p className="text-0 text-ink-2">{m.loadout_no_public_figure_for_the_time()}</p>;
  }
  const isSure = hitRate === 1;
  const quantilesUpTo = exactUpToMs(build);
  const lines = isSure
    ? [{ ...timeLine(m.common_time_to_kill(), line), exactUpTo: quantilesUpTo }]
    : [
        { ...timeLine("Mean", line), exactUpTo: exactUpToMs(build, hitRate) },
        { ...timeLine("10 %", line, "p10"), exactUpTo: quantilesUpTo },
        { ...timeLine("90 %", line, "p90"), exactUpTo: quantilesUpTo },
      ];
  return (
    <LineChart
      caption={`${getCaption(target, hitPoints)}${isSure ? "" : " One fight in ten is over by the 10 % line, nine in ten by the 90 % line."}`}
      x={DISTANCE}
      y={createAxis(lines, "Time to kill", "ms")}
      series={lines}
      at={rangeM}
      say={formatTtk}
    />
  );
}

/** What the times of a target are worked out with, in a sentence. */
export function getCaption({ hitRate, head }: Target, hitPoints: number): string {
  const rate =
    hitRate === 1 ? "every shot hitting" : m.loadout_figure_of_the_shots_hitting({ figure: figure(hitRate * 100) });
  const where = head === "0" ? "" : `, ${HEAD_TITLES[head].toLowerCase()}`;
  return m.loadout_time_from_the_first_shot_to({ figure: figure(hitPoints), rate, where });
}
