import { LineChart } from "#web/components/charts/chart.tsx";
import { DAMAGE, DISTANCE, getLines, LEVELS } from "./example-lines.ts";
import type { ExampleWeapon } from "./read-home.ts";

type ExampleProps = { weapons: readonly ExampleWeapon[]; at: number };

export function ExampleLive({ weapons, at }: ExampleProps) {
  return (
    <LineChart
      caption="Damage of one bullet to the chest. Dotted: the damage that kills at full health in that many hits."
      x={DISTANCE}
      y={DAMAGE}
      series={getLines(weapons)}
      levels={LEVELS}
      at={at}
    />
  );
}
