import { m } from "#messages";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { DAMAGE, DISTANCE, getLines, LEVELS } from "./example-lines.ts";
import type { ExampleWeapon } from "./read-home.ts";

type ExampleProps = { weapons: readonly ExampleWeapon[]; at: number };

export function ExampleLive({ weapons, at }: ExampleProps) {
  return (
    <LineChart
      caption={m.home_example_explained()}
      x={DISTANCE}
      y={DAMAGE}
      series={getLines(weapons)}
      levels={LEVELS}
      at={at}
    />
  );
}
