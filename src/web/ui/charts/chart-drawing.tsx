import { memo, type ReactNode, useLayoutEffect, useRef } from "react";
import {
  type Axis,
  formatAxisValue,
  getBandPath,
  getPath,
  getShare,
  getTicks,
  getValueAt,
  type Series,
} from "./chart-scale.ts";

/** A horizontal dotted line, e.g. the damage that kills in four hits. */
export type Level = { y: number; label: string };

type ChartDrawingProps = {
  x: Axis;
  y: Axis;
  /** At most four, because there are four combinations of colour, dash and marker. */
  series: readonly Series[];
  levels?: readonly Level[];
  /** The position of the crosshair on the x axis. */
  crosshairX?: number | null;
  /** Drawn over the lines in the same coordinates, e.g. a `MovingCrosshair`. */
  children?: ReactNode;
};

const SIDE = 1000;
const STROKES = ["stroke-series-1", "stroke-series-2", "stroke-series-3", "stroke-series-4"];
const FILLS = ["fill-series-1", "fill-series-2", "fill-series-3", "fill-series-4"];
const DASHES = [undefined, "7 4", "2 3", "10 3 2 3"];
const MARKERS = [
  "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
  "M-4 -4H4V4H-4Z",
  "M0 -5L5 4H-5Z",
  "M0 -5.5L5.5 0L0 5.5L-5.5 0Z",
];

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/**
 * The drawing of a chart, hidden from screen readers. Lines stretch with the box; labels and markers are placed at percentages
 * of it, so that text keeps its size at every width and no style attribute is needed.
 */
export const ChartDrawing = memo(function ChartDrawing(props: ChartDrawingProps) {
  const { x, y, series, levels = NO_LEVELS, crosshairX = null, children } = props;
  return (
    <div aria-hidden="true" className="relative h-56 md:h-72">
      <div className="absolute top-6 right-11 bottom-10 left-11">
        <Grid x={x} y={y} levels={levels} />
        <svg
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          {series.map((item, index) => {
            const band = getBandPath(item, x, y, SIDE);
            return (
              band && (
                <path
                  key={`${item.name} band`}
                  d={band}
                  className={`${series.length > 2 ? "opacity-10" : "opacity-15"} ${FILLS[index % 4]}`}
                />
              )
            );
          })}
          {series.map((item, index) => (
            <path
              key={item.name}
              d={getPath(item, x, y, SIDE)}
              vectorEffect="non-scaling-stroke"
              strokeDasharray={DASHES[index % 4]}
              className={`fill-none stroke-2 ${STROKES[index % 4]}`}
            />
          ))}
        </svg>
        {crosshairX !== null && <Crosshair x={x} y={y} series={series} at={crosshairX} />}
        {children}
      </div>
    </div>
  );
});

const NO_LEVELS: readonly Level[] = [];

function Grid({ x, y, levels }: { x: Axis; y: Axis; levels: readonly Level[] }) {
  return (
    <svg aria-hidden="true" className="num absolute inset-0 size-full overflow-visible fill-ink-3 text-00">
      {getTicks(y, 4).map((tick) => (
        <g key={`y${tick}`}>
          <line
            x1="0"
            x2="100%"
            y1={percent(1 - getShare(y, tick))}
            y2={percent(1 - getShare(y, tick))}
            className="stroke-line"
          />
          <text x="-8" y={percent(1 - getShare(y, tick))} dy="0.35em" textAnchor="end">
            {formatAxisValue(y, tick)}
          </text>
        </g>
      ))}
      {getTicks(x).map((tick) => (
        <svg key={`x${tick}`} aria-hidden="true" x={percent(getShare(x, tick))} y="100%" className="overflow-visible">
          <line y2="6" className="stroke-line-strong" />
          <text y="20" textAnchor="middle">
            {formatAxisValue(x, tick)}
          </text>
        </svg>
      ))}
      {levels.map((level) => (
        <g key={level.label}>
          <line
            x1="0"
            x2="100%"
            y1={percent(1 - getShare(y, level.y))}
            y2={percent(1 - getShare(y, level.y))}
            strokeDasharray="1 4"
            className="stroke-ink-3"
          />
          <text x="100%" y={percent(1 - getShare(y, level.y))} dx="6" dy="0.35em">
            {level.label}
          </text>
        </g>
      ))}
      <text x="-36" y="-10">
        {y.unit ? `${y.label} (${y.unit})` : y.label}
      </text>
      <svg aria-hidden="true" x="100%" y="100%" className="overflow-visible">
        <text y="36" textAnchor="end">
          {x.unit ? `${x.label} (${x.unit})` : x.label}
        </text>
      </svg>
    </svg>
  );
}

function Crosshair({
  x,
  y,
  series,
  at: crosshairX,
}: Required<Pick<ChartDrawingProps, "x" | "y" | "series">> & { at: number }) {
  const left = percent(getShare(x, crosshairX));
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      <line x1={left} x2={left} y1="0" y2="100%" className="stroke-ink-2" />
      {series.map((item, index) => {
        const value = getValueAt(item, crosshairX);
        if (value === null) return null;
        return (
          <svg
            key={item.name}
            aria-hidden="true"
            x={left}
            y={percent(1 - getShare(y, value))}
            className="overflow-visible"
          >
            <path d={MARKERS[index % 4]} className={`stroke-surface-1 ${FILLS[index % 4]}`} />
          </svg>
        );
      })}
    </svg>
  );
}

type MovingCrosshairProps = Required<Pick<ChartDrawingProps, "x" | "y" | "series">> & {
  /**
   * Calls `move` with the crosshair's position, at once and whenever it changes; returns a function that stops it. Must be
   * referentially stable.
   */
  follow: (move: (crosshairX: number) => void) => () => void;
};

/** A crosshair that moves many times a second. It sets its attributes directly, without rendering again. */
export const MovingCrosshair = memo(function MovingCrosshair({ x, y, series, follow }: MovingCrosshairProps) {
  const frame = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const [line, ...markers] = frame.current?.children ?? [];
    return follow((crosshairX) => {
      const left = percent(getShare(x, crosshairX));
      line?.setAttribute("x1", left);
      line?.setAttribute("x2", left);
      for (const [index, marker] of markers.entries()) {
        const item = series[index];
        const value = item ? getValueAt(item, crosshairX) : null;
        marker.setAttribute("x", left);
        marker.setAttribute("y", percent(1 - getShare(y, value ?? 0)));
        marker.setAttribute("visibility", value === null ? "hidden" : "visible");
      }
    });
  }, [x, y, series, follow]);
  return (
    <svg ref={frame} aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      <line y1="0" y2="100%" className="stroke-ink-2" />
      {series.map((item, index) => (
        <svg key={item.name} aria-hidden="true" className="overflow-visible">
          <path d={MARKERS[index % 4]} className={`stroke-surface-1 ${FILLS[index % 4]}`} />
        </svg>
      ))}
    </svg>
  );
});

/** The line sample in the legend: a series' colour, dash and marker. */
export function Swatch({ index }: { index: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 28 12" className="h-3 w-7 shrink-0">
      <line x2="28" y1="6" y2="6" strokeDasharray={DASHES[index % 4]} className={`stroke-2 ${STROKES[index % 4]}`} />
      <path d={MARKERS[index % 4]} transform="translate(14 6)" className={FILLS[index % 4]} />
    </svg>
  );
}
