import { useState } from "react";
import { m } from "#messages";
import { formatDayOfYear, formatInstant } from "#messages/format.ts";
import { ChartDrawing } from "./chart-drawing.tsx";
import { ChartFrame, PlotSlider } from "./chart-frame.tsx";
import { type Axis, getShare, getTicks, type Series } from "./chart-scale.ts";

type TimePoint = { atMs: number; value: number };

type TimeChartProps = {
  /** A sentence that describes the figure. */
  caption: string;
  /** The name of the figure, on the axis and in the legend. */
  label: string;
  /** The data points, oldest first, grouped into periods with a gap between them. Must not be empty. */
  periods: readonly (readonly TimePoint[])[];
  formatValue: (value: number) => string;
};

/** A figure over time as dots and lines; periods without data are gaps. The arrow keys step from dot to dot. */
export function TimeChart({ caption, label, periods, formatValue }: TimeChartProps) {
  const points = periods.flat();
  const [moved, setMoved] = useState<number | null>(null);
  const activeIndex = Math.min(moved ?? points.length - 1, points.length - 1);
  const point = points[activeIndex];
  const [x, y] = [createTimeAxis(points), createValueAxis(points, label, formatValue)];
  const series: Series = { name: label, shape: "straight", points: points.map(({ atMs, value }) => [atMs, value]) };
  if (!point) return null;
  return (
    <ChartFrame
      {...{ caption, x, y, series: [series] }}
      formatValue={formatValue}
      renderReading={() => <b className="num">{formatValue(point.value)}</b>}
      lead={<li className="num text-ink-3">{formatInstant(point.atMs)}</li>}
    >
      <PlotSlider
        label={m.app_figure_over_time({ figure: label })}
        low={1}
        high={points.length}
        value={activeIndex + 1}
        step={1}
        valueText={`${m.common_label({ label: formatInstant(point.atMs) })} ${formatValue(point.value)}`}
        toValue={(share) => {
          const distances = points.map(({ atMs }) => Math.abs(getShare(x, atMs) - share));
          return distances.indexOf(Math.min(...distances)) + 1;
        }}
        onMove={(place) => setMoved(place - 1)}
      >
        <ChartDrawing x={x} y={y} series={[{ ...series, points: addGaps(periods) }]}>
          <Dots x={x} y={y} points={points} activeIndex={activeIndex} />
        </ChartDrawing>
      </PlotSlider>
    </ChartFrame>
  );
}

/** Returns the points with a gap after each period. */
const addGaps = (periods: TimeChartProps["periods"]): Series["points"] =>
  periods.flatMap((period): Series["points"] => {
    const end = period.at(-1)?.atMs ?? 0;
    return [...period.map(({ atMs, value }) => [atMs, value] as const), [end, null]];
  });

const HALF_DAY_MS = 12 * 60 * 60_000;
const TICKS = 3;

function createTimeAxis(points: readonly TimePoint[]): Axis {
  const [first, last] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const range = last > first ? ([first, last] as const) : ([first - HALF_DAY_MS, last + HALF_DAY_MS] as const);
  const step = (range[1] - range[0]) / TICKS;
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => range[0] + tick * step);
  return removeDuplicateTicks({ label: "", unit: "", range, ticks, formatValue: (atMs) => formatDayOfYear(atMs) });
}

/** The minimum padding of the axis, so that small differences do not look large. */
const MIN_PADDING = 0.02;

function createValueAxis(points: readonly TimePoint[], label: string, formatValue: (value: number) => string): Axis {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const padding = Math.max((high - low) / 10, Math.abs(high) * MIN_PADDING) || 1;
  const axis = { label, unit: "", range: [Math.max(0, low - padding), high + padding] as const, formatValue };
  return removeDuplicateTicks({ ...axis, ticks: getTicks(axis, TICKS + 1) });
}

/** Returns the axis without ticks whose label equals the previous one. */
const removeDuplicateTicks = (
  axis: Axis & { ticks: readonly number[]; formatValue: (value: number) => string },
): Axis => ({
  ...axis,
  ticks: axis.ticks.filter(
    (tick, index, all) => index === 0 || axis.formatValue(tick) !== axis.formatValue(all[index - 1] ?? tick),
  ),
});

type DotsProps = { x: Axis; y: Axis; points: readonly TimePoint[]; activeIndex: number };

function Dots({ x, y, points, activeIndex }: DotsProps) {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      {points.map(({ atMs, value }, index) => (
        <g key={atMs}>
          {index === activeIndex && (
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
            r={index === activeIndex ? 6 : 3.5}
            className="fill-series-1 stroke-surface-1"
          />
        </g>
      ))}
    </svg>
  );
}
