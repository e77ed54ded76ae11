// The calculations of a chart, without drawing or DOM.
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

export type Point = readonly [x: number, y: number | null];

export type Series = {
  name: string;
  /** Sorted by x; a value of `null` starts a gap. */
  points: readonly Point[];
  /** "step": a value applies until the next point. "straight": values are interpolated between points. */
  shape: "step" | "straight";
  /** An area around the line with the same shape, which contains most values. */
  band?: { low: readonly Point[]; high: readonly Point[] };
  /** Values above this one are minimums; undefined: no value is. */
  exactUpTo?: number;
};

/** Formats a value of a series, which may be a minimum. */
export type FormatValue = (value: number, isMinimum?: boolean) => string;

/** Returns the formatted value of a series at x; a dash in a gap. */
export function formatSeriesValue(series: Series, x: number, formatValue: FormatValue): string {
  const value = getValueAt(series, x);
  return value === null ? "—" : formatValue(value, value > (series.exactUpTo ?? value));
}

export type Axis = {
  label: string;
  unit: string;
  range: readonly [low: number, high: number];
  /** Formats a value that is not readable as a bare number, e.g. a time. */
  formatValue?: (value: number) => string;
  /** The positions of the ticks, instead of round numbers. */
  ticks?: readonly number[];
};

/** Returns a value's position on its axis as a share of the axis, clamped to 0 and 1. */
export function getShare({ range: [low, high] }: Axis, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low || 1)));
}

/** Returns about `count` round numbers along the axis. */
export function getTicks({ range: [low, high], ticks }: Axis, count = 5): readonly number[] {
  if (ticks) return ticks;
  const rough = (high - low || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Returns the value of a series at x; `null` in a gap and outside its points (a step series continues after its last). */
export function getValueAt({ points, shape }: Series, x: number): number | null {
  const next = points.findIndex(([pointX]) => pointX > x);
  const after = next < 0 ? undefined : points[next];
  const before = next < 0 ? points.at(-1) : points[next - 1];
  if (!before) return null;
  const [x0, y0] = before;
  if (shape === "step" || y0 === null || x === x0) return y0;
  if (!after || after[1] === null) return null;
  return y0 + ((after[1] - y0) * (x - x0)) / (after[0] - x0);
}

/** Returns the SVG path of a series in a square of `side` units, y downwards; a gap starts a new line. */
export function getPath(series: Series, x: Axis, y: Axis, side: number): string {
  const px = (value: number) => round(getShare(x, value) * side);
  const py = (value: number) => round((1 - getShare(y, value)) * side);
  let path = "";
  let isPenDown = false;
  for (const [pointX, value] of series.points) {
    if (isPenDown && series.shape === "step") path += `H${px(pointX)}`;
    if (value !== null)
      path += isPenDown
        ? series.shape === "step"
          ? `V${py(value)}`
          : `L${px(pointX)} ${py(value)}`
        : `M${px(pointX)} ${py(value)}`;
    isPenDown = value !== null;
  }
  return isPenDown && series.shape === "step" ? `${path}H${side}` : path;
}

/** Returns the outline of a series' band in a square of `side` units; null without a band. */
export function getBandPath(series: Series, x: Axis, y: Axis, side: number): string | null {
  const { band, shape } = series;
  if (!band || band.low.length === 0) return null;
  const px = (value: number) => round(getShare(x, value) * side);
  const py = (value: number | null) => round((1 - getShare(y, value ?? 0)) * side);
  const outward = getCorners(band.high, shape, x.range[1]);
  const back = getCorners(band.low, shape, x.range[1]).reverse();
  return `M${[...outward, ...back].map(([pointX, value]) => `${px(pointX)} ${py(value)}`).join("L")}Z`;
}

/** Returns the points with the corners of their steps, up to the end of the axis. */
function getCorners(points: readonly Point[], shape: Series["shape"], end: number): Point[] {
  if (shape === "straight") return [...points];
  return points.flatMap(([pointX, value], index): Point[] => [
    [pointX, value],
    [points[index + 1]?.[0] ?? end, value],
  ]);
}

/** Returns each x at which at least one series has a point, once and in ascending order. */
export function getStops(series: readonly Series[]): readonly number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
}

/** Formats a number with at most one decimal, and its unit. */
export function formatNumberWithUnit(value: number, unit = ""): string {
  const number = formatNumber(value, 1);
  return unit ? m.unit_quantity({ number, unit }) : number;
}

/** Formats a value like its axis does. */
export const formatAxisValue = (axis: Axis, value: number, unit = ""): string =>
  axis.formatValue?.(value) ?? formatNumberWithUnit(value, unit);

const round = (value: number) => Math.round(value * 10) / 10;
