import { type ReactNode, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Swatch } from "./chart-drawing.tsx";
import type { Axis, Series } from "./chart-scale.ts";
import { ChartTable } from "./chart-table.tsx";

type ChartFrameProps = {
  caption: ReactNode;
  x: Axis;
  y: Axis;
  series: readonly Series[];
  say: (value: number | null) => string;
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
        <Button kind="quiet" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          View as table
        </Button>
      </figcaption>
    </figure>
  );
}
