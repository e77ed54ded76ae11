import { ChartDrawing, Swatch } from "#web/components/charts/chart-drawing.tsx";
import { figure, valueAt } from "#web/components/charts/chart-scale.ts";
import { DAMAGE, DISTANCE, getLines, LEVELS } from "./example-lines.ts";
import type { ExampleWeapon } from "./home-data.ts";

type ExampleProps = { weapons: readonly ExampleWeapon[]; at: number };

/** The example as the build draws it; the live chart takes its place at the first touch. */
export function ExampleStill({ weapons, at }: ExampleProps) {
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
