import { atom, type WritableAtom } from "nanostores";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatFigure, getShortLabel } from "#messages/game/figures.ts";
import { formatTtkCaption } from "#messages/game/scenario-words.ts";
import { createAxis, DISTANCE, damageLine, ttkLine } from "#web/data/range-lines.ts";
import type { TermsChange } from "#web/features/arsenal/terms.ts";
import { ChartDrawing, MovingCrosshair } from "#web/ui/charts/chart-drawing.tsx";
import { ChartFrame } from "#web/ui/charts/chart-frame.tsx";
import { type Say, type Series, sayAt } from "#web/ui/charts/chart-scale.ts";
import type { Contestant } from "./compare-rows.ts";

type CompareChartsProps = {
  contestants: readonly Contestant[];
  target: Omit<Target, "rangeM">;
  store: WritableAtom<number>;
};

/** Damage and time to kill of all weapons over distance. Lines are drawn once; the slider moves a crosshair. */
export const CompareCharts = memo(function CompareCharts({ contestants, target, store }: CompareChartsProps) {
  const damage = useMemo(() => contestants.map(getDamage), [contestants]);
  const ttk = useMemo(
    () => contestants.map(({ name, build }) => (build && ttkLine(name, build, target)) ?? empty(name)),
    [contestants, target],
  );
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <LiveChart
        caption={m.common_damage_of_one_bullet_or_pellet()}
        label={getShortLabel("damage")}
        unit=""
        series={damage}
        say={(value) => formatFigure("damageAt", value)}
        store={store}
      />
      <LiveChart
        caption={formatTtkCaption(target)}
        label={FIGURE_LABELS.ttk}
        unit={m.unit_ms()}
        series={ttk}
        say={formatTtk}
        store={store}
      />
    </div>
  );
});

/** A line without points reserves its weapon's colour. */
const empty = (name: string): Series => ({ name, shape: "step", points: [] });

const getDamage = ({ name, build }: Contestant): Series =>
  build?.damage ? damageLine(name, build.damage) : empty(name);

type LiveChartProps = {
  caption: string;
  label: string;
  unit: string;
  series: readonly Series[];
  say: Say;
  store: WritableAtom<number>;
};

const LiveChart = memo(function LiveChart({ caption, label, unit, series, say, store }: LiveChartProps) {
  const y = useMemo(() => createAxis(series, label, unit), [series, label, unit]);
  const crosshair = useMemo(
    () => <MovingCrosshair x={DISTANCE} y={y} series={series} follow={store.subscribe} />,
    [y, series, store],
  );
  return (
    <ChartFrame
      {...{ caption, y, series }}
      x={DISTANCE}
      say={say}
      readingOf={(one) => <LiveReading series={one} say={say} store={store} />}
    >
      <ChartDrawing x={DISTANCE} y={y} series={series}>
        {crosshair}
      </ChartDrawing>
    </ChartFrame>
  );
});

type LiveReadingProps = { series: Series; say: Say; store: WritableAtom<number> };

function LiveReading({ series, say, store }: LiveReadingProps) {
  return (
    <b className="num">
      <LiveText store={store} say={(rangeM) => sayAt(series, rangeM, say)} />
    </b>
  );
}

type LiveTextProps = { store: WritableAtom<number>; say: (rangeM: number) => string; className?: string };

/** A text that follows the range. It writes itself, so that a drag of the slider draws nothing again. */
export function LiveText({ store, say, className }: LiveTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    return store.subscribe((rangeM) => {
      const text = say(rangeM);
      if (current.textContent !== text) current.textContent = text;
    });
  }, [store, say]);
  return <span ref={element} className={className} />;
}

const SETTLED_MS = 250;

/**
 * The range in metres, outside of React's state so that a drag of the slider redraws only what shows another value. It
 * goes into the terms when it rests, and follows them when they change by themselves.
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
