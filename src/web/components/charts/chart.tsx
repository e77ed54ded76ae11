import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { ChartDrawing, type Level } from "./chart-drawing.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { type Axis, figure, type Series, valueAt } from "./chart-scale.ts";

type LineChartProps = {
  /** One sentence that describes the lines. */
  caption: ReactNode;
  x: Axis;
  y: Axis;
  /** At most four. */
  series: readonly Series[];
  levels?: readonly Level[];
  /** The crosshair's default position, e.g. the range chosen elsewhere. */
  at?: number;
  /** Words for a value, where a bare number misleads: "1 hit" rather than 0 ms. */
  say?: (value: number) => string;
};

const STEPS = 50;

/** Lines over one axis, with a crosshair by pointer and arrow keys and the same figures as a table. */
export function LineChart({ caption, x, y, series, levels = [], at: rest, say }: LineChartProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const at = moved ?? rest ?? x.range[0];
  const formatValue = (value: number | null) => (value === null ? "—" : (say?.(value) ?? figure(value, y.unit)));
  const reading = series.map((one) => `${one.name} ${formatValue(valueAt(one, at))}`).join(", ");
  return (
    <ChartFrame
      {...{ caption, x, y, series }}
      say={formatValue}
      readingOf={(one) => <b className="num">{formatValue(valueAt(one, at))}</b>}
      lead={<li className="num text-ink-3">{figure(at, x.unit)}</li>}
    >
      <Crossable x={x} at={at} reading={reading} onMove={setMoved}>
        <ChartDrawing x={x} y={y} series={series} levels={levels} at={at} />
      </Crossable>
    </ChartFrame>
  );
}

type CrossableProps = {
  x: Axis;
  at: number;
  reading: string;
  onMove: (at: number | null) => void;
  children: ReactNode;
};

/** The plot as a slider along x: the arrow keys step, the pointer points, the value is read out. */
function Crossable({ x, at, reading, onMove, children }: CrossableProps) {
  const [low, high] = x.range;
  const step = (high - low) / STEPS;
  const moveTo = (value: number) => onMove(Math.min(high, Math.max(low, value)));
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const plot = event.currentTarget.querySelector("svg")?.getBoundingClientRect();
    if (!plot || plot.width === 0) return;
    moveTo(low + Math.round(((event.clientX - plot.left) / plot.width) * STEPS * 2) * (step / 2));
  };
  const steer = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: at + step,
      ArrowUp: at + step,
      ArrowLeft: at - step,
      ArrowDown: at - step,
      PageUp: at + step * 5,
      PageDown: at - step * 5,
      Home: low,
      End: high,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={x.label}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={at}
      aria-valuetext={`${figure(at, x.unit)}: ${reading}`}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onMove(null)}
      onKeyDown={steer}
      className="touch-pan-y cursor-crosshair"
    >
      {children}
    </div>
  );
}
