import { type ComponentType, useEffect, useState } from "react";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { ChartDrawing, Swatch } from "#web/ui/charts/chart-drawing.tsx";
import { figure, valueAt } from "#web/ui/charts/chart-scale.ts";
import { useHydrated } from "#web/ui/environment.ts";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { DAMAGE, DISTANCE, getLines, LEVELS } from "./example-lines.ts";
import { FARTHEST_M } from "./home-data.ts";
import type { ExampleWeapon } from "./read-home.ts";

type ExampleProps = { weapons: readonly ExampleWeapon[] };
type Live = ComponentType<ExampleProps & { at: number }>;

const FIRST_RANGE_M = 20;

/** Leaves the nodes the build drew as they are: their script comes with the first touch. */
const AS_DRAWN = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** Two weapons over distance. Prerendered as a drawing; what makes it move loads when someone reaches for it. */
export function Example({ weapons }: ExampleProps) {
  const [rangeM, setRangeM] = useState(FIRST_RANGE_M);
  const [Live, setLive] = useState<Live | null>(null);
  const hydrated = useHydrated();
  const [isDrawn] = useState(!hydrated);

  const bringLive = () => {
    if (Live) return;
    import("./example-live.tsx").then(
      (module) => setLive(() => module.ExampleLive),
      (error: unknown) => logError("The live example", error),
    );
  };
  useEffect(() => {
    if (!isDrawn) bringLive();
  });

  return (
    <div className="grid gap-5">
      {import.meta.env.SSR ? (
        <div>
          <ExampleStill weapons={weapons} at={FIRST_RANGE_M} />
        </div>
      ) : Live ? (
        <Live weapons={weapons} at={rangeM} />
      ) : isDrawn ? (
        <div {...AS_DRAWN} />
      ) : (
        <div className="h-64 md:h-80" />
      )}
      <RangeSlider
        label={m.common_range()}
        unit={m.unit_m()}
        min={0}
        max={FARTHEST_M}
        value={rangeM}
        onChange={setRangeM}
        onReach={bringLive}
      />
    </div>
  );
}

type StillProps = { weapons: readonly ExampleWeapon[]; at: number };

/** The example as the build draws it; the live chart takes its place at the first touch. */
function ExampleStill({ weapons, at }: StillProps) {
  const lines = getLines(weapons);
  return (
    <div className="grid gap-3">
      <ChartDrawing x={DISTANCE} y={DAMAGE} series={lines} levels={LEVELS} at={at} />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-0">
        <li className="num text-ink-3">{figure(at, DISTANCE.unit)}</li>
        {lines.map((line, index) => (
          <li key={line.name} className="flex items-center gap-2">
            <Swatch index={index} />
            {line.name} <b className="num">{figure(valueAt(line, at) ?? 0)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
