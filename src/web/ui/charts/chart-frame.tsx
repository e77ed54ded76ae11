import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { ScrollArea } from "#web/ui/overlays/scroll-area.tsx";
import { Swatch } from "./chart-drawing.tsx";
import {
  type Axis,
  type FormatValue,
  formatAxisValue,
  formatSeriesValue,
  getStops,
  type Series,
} from "./chart-scale.ts";

type ChartFrameProps = {
  caption: ReactNode;
  x: Axis;
  y: Axis;
  series: readonly Series[];
  formatValue: FormatValue;
  /** Renders the value of a series at the crosshair. */
  renderReading: (item: Series) => ReactNode;
  /** Content before the first entry of the legend. */
  lead?: ReactNode;
  /** The drawing; it is replaced while the table is shown. */
  children: ReactNode;
};

/** A chart with its legend, caption, and a button that shows the values as a table. */
export function ChartFrame({ caption, x, y, series, formatValue, renderReading, lead, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className="grid min-w-0 content-start gap-3">
      {isTable ? <ChartTable x={x} y={y} series={series} formatValue={formatValue} /> : children}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-0">
        {lead}
        {series.map((item, index) => (
          <li key={item.name} className="flex items-center gap-2">
            <Swatch index={index} />
            {item.name} {renderReading(item)}
          </li>
        ))}
      </ul>
      <figcaption className="flex flex-wrap items-center justify-between gap-3 text-0 text-ink-2">
        <span className="max-w-(--measure)">{caption}</span>
        <Button kind="quiet" size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)} className="-ml-3">
          {m.app_view_as_table()}
        </Button>
      </figcaption>
    </figure>
  );
}

type ChartTableProps = {
  x: Axis;
  y: Axis;
  series: readonly Series[];
  formatValue: FormatValue;
};

/** The values of a chart as a table, one row for each x that has a point. */
function ChartTable({ x, y, series, formatValue }: ChartTableProps) {
  // The time axis has no label, because its ticks are dates.
  const label = x.label
    ? m.app_chart_table({ figure: y.label, axis: x.label })
    : m.app_figure_over_time({ figure: y.label });
  return (
    <ScrollArea label={label} className="max-h-80">
      <table className="num w-full border-collapse text-0">
        <thead>
          <tr className="border-b border-line-strong text-ink-2">
            <th scope="col" className="py-2 pr-4 text-left">
              {x.label}
            </th>
            {series.map((item) => (
              <th key={item.name} scope="col" className="px-4 py-2 text-right">
                {item.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {getStops(series).map((stop) => (
            <tr key={stop} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {formatAxisValue(x, stop, x.unit)}
              </th>
              {series.map((item) => (
                <td key={item.name} className="px-4 py-1.5 text-right">
                  {formatSeriesValue(item, stop, formatValue)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type PlotSliderProps = {
  label: string;
  low: number;
  high: number;
  value: number;
  step: number;
  /** The text that screen readers announce for the current value. */
  valueText: string | undefined;
  /** Returns the value at a share of the plot's width. */
  toValue: (share: number) => number;
  onMove: (value: number) => void;
  onLeave?: () => void;
  children: ReactNode;
};

const PAGE_STEPS = 5;

/** Makes the plot a slider along the x axis: arrow keys step, the pointer selects, screen readers announce the value. */
export function PlotSlider(props: PlotSliderProps) {
  const { label, low, high, value, step, valueText, toValue, onMove, onLeave, children } = props;
  const moveTo = (value: number) => onMove(Math.min(high, Math.max(low, value)));
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const plot = event.currentTarget.querySelector("svg")?.getBoundingClientRect();
    if (plot && plot.width > 0) moveTo(toValue((event.clientX - plot.left) / plot.width));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: value + step,
      ArrowUp: value + step,
      ArrowLeft: value - step,
      ArrowDown: value - step,
      PageUp: value + step * PAGE_STEPS,
      PageDown: value - step * PAGE_STEPS,
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
      aria-label={label}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={value}
      aria-valuetext={valueText}
      onPointerMove={handlePointer}
      onPointerDown={handlePointer}
      onPointerLeave={onLeave}
      onKeyDown={handleKeyDown}
      className="touch-pan-y cursor-crosshair"
    >
      {children}
    </div>
  );
}
