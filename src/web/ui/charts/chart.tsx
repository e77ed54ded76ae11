import { type ReactNode, useState } from "react";
import { m } from "#messages";
import { ChartDrawing, type Level } from "./chart-drawing.tsx";
import { ChartFrame, PlotSlider } from "./chart-frame.tsx";
import { type Axis, figure, type Say, type Series, sayAt } from "./chart-scale.ts";

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
  say?: Say;
};

const STEPS = 50;

/** Lines over one axis, with a crosshair by pointer and arrow keys and the same figures as a table. */
export function LineChart({ caption, x, y, series, levels = [], at: rest, say }: LineChartProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const [low, high] = x.range;
  const step = (high - low) / STEPS;
  const at = moved ?? rest ?? low;
  const formatValue: Say = say ?? ((value) => figure(value, y.unit));
  const reading = series.map((one) => `${one.name} ${sayAt(one, at, formatValue)}`).join(", ");
  return (
    <ChartFrame
      {...{ caption, x, y, series }}
      say={formatValue}
      readingOf={(one) => <b className="num">{sayAt(one, at, formatValue)}</b>}
      lead={<li className="num text-ink-3">{figure(at, x.unit)}</li>}
    >
      <PlotSlider
        label={x.label}
        low={low}
        high={high}
        at={at}
        step={step}
        valueText={`${m.common_label({ label: figure(at, x.unit) })} ${reading}`}
        toValue={(share) => low + Math.round(share * STEPS * 2) * (step / 2)}
        onMove={setMoved}
        onLeave={() => setMoved(null)}
      >
        <ChartDrawing x={x} y={y} series={series} levels={levels} at={at} />
      </PlotSlider>
    </ChartFrame>
  );
}
