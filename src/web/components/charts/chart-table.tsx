import { ScrollArea } from "#web/components/overlays/scroll-area.tsx";
import { type Axis, getStops, type Series, sayOn, valueAt } from "./chart-scale.ts";

type ChartTableProps = {
  x: Axis;
  y: Axis;
  series: readonly Series[];
  say: (value: number | null) => string;
};

/** The figures of a chart, one row per point of any line. */
export function ChartTable({ x, y, series, say }: ChartTableProps) {
  return (
    <ScrollArea label={`${y.label} by ${x.label}`} className="max-h-80">
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
                  {say(valueAt(one, stop))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
