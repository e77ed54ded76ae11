// The arithmetic of a chart: no drawing, no document.
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

export type Point = readonly [x: number, y: number | null];

export type Series = {
  name: string;
  /** Sorted by x; a `null` is a gap. */
  points: readonly Point[];
  /** "step": a value holds until the next point. "straight": values between points lie on the line. */
  shape: "step" | "straight";
  /** A surface about the line, of the same shape: where most values of it lie. */
  band?: { low: readonly Point[]; high: readonly Point[] };
  /** Values above are minimums; without it none is. */
  exactUpTo?: number;
};

/** Words for a value of a line, which may be a minimum. */
export type Say = (value: number, isMinimum?: boolean) => string;

/** The value of a series at x in words; a dash in a gap. */
export function sayAt(series: Series, x: number, say: Say): string {
  const value = valueAt(series, x);
  return value === null ? "—" : say(value, value > (series.exactUpTo ?? value));
}

export type Axis = {
  label: string;
  unit: string;
  range: readonly [low: number, high: number];
  /** Formats a value where a bare number is not readable, e.g. an instant. */
  say?: (value: number) => string;
  /** Where its ticks stand, in place of round numbers. */
  ticks?: readonly number[];
};

/** Where a value lies on its axis, as a share of its length; values outside stick to the ends. */
export function getShare({ range: [low, high] }: Axis, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low || 1)));
}

/** Round numbers along the axis, about `count` of them. */
export function getTicks({ range: [low, high], ticks }: Axis, count = 5): readonly number[] {
  if (ticks) return ticks;
  const rough = (high - low || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The value of a series at x; `null` in a gap and outside its points (a step holds beyond its last). */
export function valueAt({ points, shape }: Series, x: number): number | null {
  const next = points.findIndex(([at]) => at > x);
  const after = next < 0 ? undefined : points[next];
  const before = next < 0 ? points.at(-1) : points[next - 1];
  if (!before) return null;
  const [x0, y0] = before;
  if (shape === "step" || y0 === null || x === x0) return y0;
  if (!after || after[1] === null) return null;
  return y0 + ((after[1] - y0) * (x - x0)) / (after[0] - x0);
}

/** The path of a series in a square of `side` units, y downwards; a gap starts a new line. */
export function getPath(series: Series, x: Axis, y: Axis, side: number): string {
  const px = (value: number) => round(getShare(x, value) * side);
  const py = (value: number) => round((1 - getShare(y, value)) * side);
  let path = "";
  let pen = false;
  for (const [at, value] of series.points) {
    if (pen && series.shape === "step") path += `H${px(at)}`;
    if (value !== null)
      path += pen ? (series.shape === "step" ? `V${py(value)}` : `L${px(at)} ${py(value)}`) : `M${px(at)} ${py(value)}`;
    pen = value !== null;
  }
  return pen && series.shape === "step" ? `${path}H${side}` : path;
}

/** The outline of a series' band in a square of `side` units; null without one. */
export function getBandPath(series: Series, x: Axis, y: Axis, side: number): string | null {
  const { band, shape } = series;
  if (!band || band.low.length === 0) return null;
  const px = (value: number) => round(getShare(x, value) * side);
  const py = (value: number | null) => round((1 - getShare(y, value ?? 0)) * side);
  const there = getCorners(band.high, shape, x.range[1]);
  const back = getCorners(band.low, shape, x.range[1]).reverse();
  return `M${[...there, ...back].map(([at, value]) => `${px(at)} ${py(value)}`).join("L")}Z`;
}

/** The points with the corners of their steps, on to the end of the axis. */
function getCorners(points: readonly Point[], shape: Series["shape"], end: number): Point[] {
  if (shape === "straight") return [...points];
  return points.flatMap(([at, value], index): Point[] => [
    [at, value],
    [points[index + 1]?.[0] ?? end, value],
  ]);
}

/** Every x at which some series has a point, ascending, each once. */
export function getStops(series: readonly Series[]): readonly number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
}

/** The number with one decimal at most, and its unit. */
export function figure(value: number, unit = ""): string {
  const number = formatNumber(value, 1);
  return unit ? m.unit_quantity({ number, unit }) : number;
}

/** A value in the words of its axis. */
export const sayOn = (axis: Axis, value: number, unit = ""): string => axis.say?.(value) ?? figure(value, unit);

const round = (value: number) => Math.round(value * 10) / 10;
