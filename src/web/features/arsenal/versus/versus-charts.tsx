import { atom, type WritableAtom } from "nanostores";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatFigure, getShortLabel } from "#messages/game/figures.ts";
import { formatTtkCaption } from "#messages/game/scenario-words.ts";
import { createAxis, createDamageSeries, createTtkSeries, DISTANCE } from "#web/data/range-lines.ts";
import type { TermsChange } from "#web/features/arsenal/terms.ts";
import { ChartDrawing, MovingCrosshair } from "#web/ui/charts/chart-drawing.tsx";
import { ChartFrame } from "#web/ui/charts/chart-frame.tsx";
import { type FormatValue, formatSeriesValue, type Series } from "#web/ui/charts/chart-scale.ts";
import type { Contestant } from "./versus-rows.ts";

type VersusChartsProps = {
  contestants: readonly Contestant[];
  target: Omit<Target, "rangeM">;
  store: WritableAtom<number>;
};

/** Charts damage and time to kill of all builds over distance. Lines are drawn once; the slider moves a crosshair. */
export const VersusCharts = memo(function VersusCharts({ contestants, target, store }: VersusChartsProps) {
  const damage = useMemo(() => contestants.map(getDamage), [contestants]);
  const ttk = useMemo(
    () => contestants.map(({ name, build }) => (build && createTtkSeries(name, build, target)) ?? empty(name)),
    [contestants, target],
  );
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <LiveChart
        caption={m.common_damage_of_one_bullet_or_pellet()}
        label={getShortLabel("damage")}
        unit=""
        series={damage}
        format={(value) => formatFigure("damageAt", value)}
        store={store}
      />
      <LiveChart
        caption={formatTtkCaption(target)}
        label={FIGURE_LABELS.ttk}
        unit={m.unit_ms()}
        series={ttk}
        format={formatTtk}
        store={store}
      />
    </div>
  );
});

/** A line without points reserves its weapon's colour. */
const empty = (name: string): Series => ({ name, shape: "step", points: [] });

const getDamage = ({ name, build }: Contestant): Series =>
  build?.damage ? createDamageSeries(name, build.damage) : empty(name);

type LiveChartProps = {
  caption: string;
  label: string;
  unit: string;
  series: readonly Series[];
  format: FormatValue;
  store: WritableAtom<number>;
};

const LiveChart = memo(function LiveChart({ caption, label, unit, series, format, store }: LiveChartProps) {
  const y = useMemo(() => createAxis(series, label, unit), [series, label, unit]);
  const crosshair = useMemo(
    () => <MovingCrosshair x={DISTANCE} y={y} series={series} follow={store.subscribe} />,
    [y, series, store],
  );
  return (
    <ChartFrame
      {...{ caption, y, series }}
      x={DISTANCE}
      formatValue={format}
      renderReading={(each) => <LiveReading series={each} format={format} store={store} />}
    >
      <ChartDrawing x={DISTANCE} y={y} series={series}>
        {crosshair}
      </ChartDrawing>
    </ChartFrame>
  );
});

type LiveReadingProps = { series: Series; format: FormatValue; store: WritableAtom<number> };

function LiveReading({ series, format, store }: LiveReadingProps) {
  return (
    <b className="num">
      <LiveText store={store} format={(rangeM) => formatSeriesValue(series, rangeM, format)} />
    </b>
  );
}

type LiveTextProps = { store: WritableAtom<number>; format: (rangeM: number) => string; className?: string };

/** Shows a text that follows the range. It sets its text outside of React, so that dragging the slider renders nothing again. */
export function LiveText({ store, format, className }: LiveTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    return store.subscribe((rangeM) => {
      const text = format(rangeM);
      if (current.textContent !== text) current.textContent = text;
    });
  }, [store, format]);
  return <span ref={element} className={className} />;
}

const SETTLED_MS = 250;

/**
 * Stores the range in metres outside of React's state, so that dragging the slider updates only values that change. The range
 * is written to the terms when the slider rests, and follows them when they change for another reason.
 */
export function useRangeStore(rangeM: number, onChange: (change: TermsChange) => void): WritableAtom<number> {
  const [store] = useState(() => atom(rangeM));
  useEffect(() => store.set(rangeM), [store, rangeM]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => onChange({ rangeM: store.get() }), SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, onChange]);
  return store;
}
