import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { figure } from "#web/components/charts/chart-scale.ts";
import { createAxis, DISTANCE, damageLine, hitLevels, ttkLines } from "#web/features/arsenal/compare/chart-lines.ts";
import type { Lethal, Target } from "#web/features/arsenal/figures.ts";
import { ShotsTable } from "./shots-table.tsx";

type BuildFiguresProps = {
  /** With the multipliers of its hits, where they are known. */
  build: Ballistics & Pick<Lethal, "multipliers">;
  /** The same weapon without a choice; drawn beside the build where it differs. */
  asIssued: Ballistics | null;
  target: Target;
};

/** A build's damage and time to kill by distance: charts, and a table of the ranges people ask for. */
export function BuildFigures({ build, asIssued, target }: BuildFiguresProps) {
  if (!build.damage) return <p className="text-0 text-ink-2">No public figure for the damage of this weapon.</p>;
  return (
    <div className="grid gap-6">
      <DamageChart build={build} asIssued={asIssued} target={target} />
      <TtkChart build={build} target={target} />
      <ShotsTable build={build} target={target} />
    </div>
  );
}

function DamageChart({ build, asIssued, target }: BuildFiguresProps) {
  const { damage } = build;
  if (!damage) return null;
  const other = asIssued?.damage && JSON.stringify(asIssued.damage) !== JSON.stringify(damage) ? asIssued.damage : null;
  const lines = [damageLine("This build", damage), ...(other ? [damageLine("As issued", other)] : [])];
  const named = other ? lines : [damageLine("Damage", damage)];
  return (
    <LineChart
      caption={getCaption(build)}
      x={DISTANCE}
      y={createAxis(named, "Damage", "")}
      series={named}
      levels={hitLevels(build, target.hitPoints)}
      at={target.rangeM}
    />
  );
}

function getCaption({ damage, pellets, configuration }: Ballistics): string {
  const what = pellets === 1 ? "Damage of one bullet to the chest" : "Damage of one pellet to the chest";
  const how = damage?.kind === "steps" ? "in steps" : "on a straight slope";
  const pair = configuration ? `, barrel ${configuration.barrel}, ammunition ${configuration.ammunition}` : "";
  return `${what} by distance, ${how}${pair}.`;
}

function TtkChart({ build, target }: Pick<BuildFiguresProps, "build" | "target">) {
  const { hitPoints } = target;
  const lines = ttkLines(build, target);
  if (lines.length === 0 || hitPoints === null) {
    return <p className="text-0 text-ink-2">No public rate of fire or pellet count, so no time to kill.</p>;
  }
  return (
    <LineChart
      caption={captionOfTtk(hitPoints, target.hitRate)}
      x={DISTANCE}
      y={createAxis(lines, "Time to kill", "ms")}
      series={lines}
      at={target.rangeM}
      say={formatTtk}
    />
  );
}

function captionOfTtk(hitPoints: number, hitRate = 1): string {
  if (hitRate === 1) return `Time from the first hit to the last at ${figure(hitPoints)} health, every shot hitting.`;
  const share = `${Math.round(hitRate * 100)} % of shots hitting`;
  return `Mean time to kill at ${figure(hitPoints)} health, ${share}. The bands hold 10 to 90 % of fights.`;
}
