import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { ScrollArea } from "#web/ui/overlays/scroll-area.tsx";
import { Swatch } from "./chart-drawing.tsx";
import { type Axis, getStops, type Say, type Series, sayAt, sayOn } from "./chart-scale.ts";

type ChartFrameProps = {
  caption: ReactNode;
  x: Axis;
  y: Axis;
  series: readonly Series[];
  say: Say;
  /** The value of a line at the crosshair. */
  readingOf: (one: Series) => ReactNode;
  /** Stands before the lines of the legend. */
  lead?: ReactNode;
  /** The drawing; the table takes its place. */
  children: ReactNode;
};

/** A chart with its legend, its caption, and the way to the same figures as a table. */
export function ChartFrame({ caption, x, y, series, say, readingOf, lead, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="grid min-w-0 content-start gap-3">
      {asTable ? <ChartTable x={x} y={y} series={series} say={say} /> : children}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-0">
        {lead}
        {series.map((one, index) => (
          <li key={one.name} className="flex items-center gap-2">
            <Swatch index={index} />
            {one.name} {readingOf(one)}
          </li>
        ))}
      </ul>
      <figcaption className="flex flex-wrap items-center justify-between gap-3 text-0 text-ink-2">
        <span className="max-w-(--measure)">{caption}</span>
        <Button kind="quiet" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)} className="-ml-3">
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
  say: Say;
};

/** The figures of a chart, one row per point of any line. */
function ChartTable({ x, y, series, say }: ChartTableProps) {
  // The axis of time has no label: its ticks are dates.
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
            {series.map((one) => (
              <th key={one.name} scope="col" className="px-4 py-2 text-right">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {getStops(series).map((stop) => (
            <tr key={stop} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {sayOn(x, stop, x.unit)}
              </th>
              {series.map((one) => (
                <td key={one.name} className="px-4 py-1.5 text-right">
                  {sayAt(one, stop, say)}
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
  at: number;
  step: number;
  /** What is read out for the present value. */
  valueText: string | undefined;
  /** The value at a share of the plot's width. */
  toValue: (share: number) => number;
  onMove: (at: number) => void;
  onLeave?: () => void;
  children: ReactNode;
};

const PAGE_STEPS = 5;

/** The plot as a slider along x: the arrow keys step, the pointer points, the value is read out. */
export function PlotSlider(props: PlotSliderProps) {
  const { label, low, high, at, step, valueText, toValue, onMove, onLeave, children } = props;
  const moveTo = (value: number) => onMove(Math.min(high, Math.max(low, value)));
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const plot = event.currentTarget.querySelector("svg")?.getBoundingClientRect();
    if (plot && plot.width > 0) moveTo(toValue((event.clientX - plot.left) / plot.width));
  };
  const steer = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: at + step,
      ArrowUp: at + step,
      ArrowLeft: at - step,
      ArrowDown: at - step,
      PageUp: at + step * PAGE_STEPS,
      PageDown: at - step * PAGE_STEPS,
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
      aria-valuenow={at}
      aria-valuetext={valueText}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={onLeave}
      onKeyDown={steer}
      className="touch-pan-y cursor-crosshair"
    >
      {children}
    </div>
  );
}
