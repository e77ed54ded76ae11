import { type ReactNode, useState } from "react";
import { m } from "#messages";
import { ChartDrawing, type Level } from "./chart-drawing.tsx";
import { ChartFrame, PlotSlider } from "./chart-frame.tsx";
import { type Axis, type FormatValue, formatNumberWithUnit, formatSeriesValue, type Series } from "./chart-scale.ts";

type LineChartProps = {
  /** A sentence that describes the lines. */
  caption: ReactNode;
  x: Axis;
  y: Axis;
  /** At most four. */
  series: readonly Series[];
  levels?: readonly Level[];
  /** The crosshair's default position, e.g. the selected range. */
  defaultX?: number;
  /** Formats values for which a bare number is misleading, e.g. "1 hit" instead of 0 ms. */
  say?: FormatValue;
};

const STEPS = 50;

/** A line chart with a crosshair for pointer and arrow keys, and its values as a table. */
export function LineChart({ caption, x, y, series, levels = [], defaultX, say: customFormat }: LineChartProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const [low, high] = x.range;
  const step = (high - low) / STEPS;
  const crosshairX = moved ?? defaultX ?? low;
  const formatValue: FormatValue = customFormat ?? ((value) => formatNumberWithUnit(value, y.unit));
  const reading = series.map((item) => `${item.name} ${formatSeriesValue(item, crosshairX, formatValue)}`).join(", ");
  return (
    <ChartFrame
      {...{ caption, x, y, series }}
      formatValue={formatValue}
      renderReading={(item) => <b className="num">{formatSeriesValue(item, crosshairX, formatValue)}</b>}
      lead={<li className="num text-ink-3">{formatNumberWithUnit(crosshairX, x.unit)}</li>}
    >
      <PlotSlider
        label={x.label}
        low={low}
        high={high}
        value={crosshairX}
        step={step}
        valueText={`${m.common_label({ label: formatNumberWithUnit(crosshairX, x.unit) })} ${reading}`}
        toValue={(share) => low + Math.round(share * STEPS * 2) * (step / 2)}
        onMove={setMoved}
        onLeave={() => setMoved(null)}
      >
        <ChartDrawing x={x} y={y} series={series} levels={levels} crosshairX={crosshairX} />
      </PlotSlider>
    </ChartFrame>
  );
}
