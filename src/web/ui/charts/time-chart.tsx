import { useState } from "react";
import { m } from "#messages";
import { formatDayOfYear, formatInstant } from "#messages/format.ts";
import { ChartDrawing } from "./chart-drawing.tsx";
import { ChartFrame, PlotSlider } from "./chart-frame.tsx";
import { type Axis, getShare, getTicks, type Series } from "./chart-scale.ts";

type TimePoint = { atMs: number; value: number };

type TimeChartProps = {
  /** One sentence that describes the figure. */
  caption: string;
  /** What is measured, as the axis and the points name it. */
  label: string;
  /** What was seen, oldest first, in stretches; between two of them nothing is known. Not empty. */
  stretches: readonly (readonly TimePoint[])[];
  say: (value: number) => string;
};

/** A figure over time as dots and lines; periods without data are gaps. The arrow keys step from dot to dot. */
export function TimeChart({ caption, label, stretches, say }: TimeChartProps) {
  const points = stretches.flat();
  const [moved, setMoved] = useState<number | null>(null);
  const at = Math.min(moved ?? points.length - 1, points.length - 1);
  const point = points[at];
  const [x, y] = [timeAxis(points), valueAxis(points, label, say)];
  const series: Series = { name: label, shape: "straight", points: points.map(({ atMs, value }) => [atMs, value]) };
  if (!point) return null;
  return (
    <ChartFrame
      {...{ caption, x, y, series: [series] }}
      say={say}
      readingOf={() => <b className="num">{say(point.value)}</b>}
      lead={<li className="num text-ink-3">{formatInstant(point.atMs)}</li>}
    >
      <PlotSlider
        label={m.app_figure_over_time({ figure: label })}
        low={1}
        high={points.length}
        at={at + 1}
        step={1}
        valueText={`${m.common_label({ label: formatInstant(point.atMs) })} ${say(point.value)}`}
        toValue={(share) => {
          const distances = points.map(({ atMs }) => Math.abs(getShare(x, atMs) - share));
          return distances.indexOf(Math.min(...distances)) + 1;
        }}
        onMove={(place) => setMoved(place - 1)}
      >
        <ChartDrawing x={x} y={y} series={[{ ...series, points: gapped(stretches) }]}>
          <Dots x={x} y={y} points={points} at={at} />
        </ChartDrawing>
      </PlotSlider>
    </ChartFrame>
  );
}

/** The points with a gap after each stretch. */
const gapped = (stretches: TimeChartProps["stretches"]): Series["points"] =>
  stretches.flatMap((stretch): Series["points"] => {
    const end = stretch.at(-1)?.atMs ?? 0;
    return [...stretch.map(({ atMs, value }) => [atMs, value] as const), [end, null]];
  });

const HALF_DAY_MS = 12 * 60 * 60_000;
const TICKS = 3;

function timeAxis(points: readonly TimePoint[]): Axis {
  const [first, last] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const range = last > first ? ([first, last] as const) : ([first - HALF_DAY_MS, last + HALF_DAY_MS] as const);
  const step = (range[1] - range[0]) / TICKS;
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => range[0] + tick * step);
  return apart({ label: "", unit: "", range, ticks, say: (atMs) => formatDayOfYear(atMs) });
}

/** Values that hardly differ are not drawn as if they did. */
const MIN_ROOM = 0.02;

function valueAxis(points: readonly TimePoint[], label: string, say: (value: number) => string): Axis {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) / 10, Math.abs(high) * MIN_ROOM) || 1;
  const axis = { label, unit: "", range: [Math.max(0, low - room), high + room] as const, say };
  return apart({ ...axis, ticks: getTicks(axis, TICKS + 1) });
}

/** The axis without ticks that read like the one before. */
const apart = (axis: Axis & { ticks: readonly number[]; say: (value: number) => string }): Axis => ({
  ...axis,
  ticks: axis.ticks.filter((tick, at, all) => at === 0 || axis.say(tick) !== axis.say(all[at - 1] ?? tick)),
});

type DotsProps = { x: Axis; y: Axis; points: readonly TimePoint[]; at: number };

function Dots({ x, y, points, at }: DotsProps) {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      {points.map(({ atMs, value }, index) => (
        <g key={atMs}>
          {index === at && (
            <line
              x1={percent(getShare(x, atMs))}
              x2={percent(getShare(x, atMs))}
              y1="0"
              y2="100%"
              className="stroke-line-strong"
            />
          )}
          <circle
            cx={percent(getShare(x, atMs))}
            cy={percent(1 - getShare(y, value))}
            r={index === at ? 6 : 3.5}
            className="fill-series-1 stroke-surface-1"
          />
        </g>
      ))}
    </svg>
  );
}
