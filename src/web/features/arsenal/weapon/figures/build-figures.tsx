import { type Ballistics, hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { getMultipliers } from "#domain/weapons/hit-zones.ts";
import { getLethality, getNearMiss, type Lethal, type Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatHundredths, formatTtk } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatFigure, getShortLabel } from "#messages/game/figures.ts";
import { formatTtkCaption } from "#messages/game/scenario-words.ts";
import { createAxis, createDamageSeries, DISTANCE } from "#web/data/range-lines.ts";
import { EARLIER_HEAD } from "#web/features/arsenal/words.ts";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { ScrollArea } from "#web/ui/overlays/scroll-area.tsx";
import { hitLevels, ttkLines } from "./chart-lines.ts";

type BuildFiguresProps = {
  build: Ballistics;
  /** The same weapon with its stock parts; drawn beside the build if it differs. */
  asIssued: Ballistics | null;
  target: Target;
};

/** Shows a build's damage and time to kill by distance: charts, and a table of common ranges. */
export function BuildFigures({ build, asIssued, target }: BuildFiguresProps) {
  if (!build.damage) return <p className="text-0 text-ink-2">{m.arsenal_no_public_damage()}</p>;
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
  const stockDamage =
    asIssued?.damage && JSON.stringify(asIssued.damage) !== JSON.stringify(damage) ? asIssued.damage : null;
  const lines = [
    createDamageSeries(m.arsenal_this_build(), damage),
    ...(stockDamage ? [createDamageSeries(m.common_stock(), stockDamage)] : []),
  ];
  const labelledLines = stockDamage ? lines : [createDamageSeries(getShortLabel("damage"), damage)];
  return (
    <LineChart
      caption={getCaption(build)}
      x={DISTANCE}
      y={createAxis(labelledLines, getShortLabel("damage"), "")}
      series={labelledLines}
      levels={hitLevels(build, target.hitPoints)}
      defaultX={target.rangeM}
    />
  );
}

function getCaption({ damage, pellets, configuration }: Ballistics): string {
  const projectile = pellets === 1 ? "bullet" : "pellet";
  const shape = damage?.kind === "steps" ? "steps" : "slope";
  if (!configuration) return m.arsenal_damage_chart({ projectile, shape });
  const { barrel, ammunition } = configuration;
  return m.arsenal_damage_chart_of_build({ projectile, shape, barrel, ammunition });
}

function TtkChart({ build, target }: Pick<BuildFiguresProps, "build" | "target">) {
  const { hitPoints } = target;
  const lines = ttkLines(build, target, hasEarlierHead(build) ? EARLIER_HEAD : null);
  if (lines.length === 0 || hitPoints === null) {
    return <p className="text-0 text-ink-2">{m.arsenal_no_public_ttk()}</p>;
  }
  return (
    <LineChart
      caption={formatTtkCaption({ ...target, heads: null })}
      x={DISTANCE}
      y={createAxis(lines, FIGURE_LABELS.ttk, m.unit_ms())}
      series={lines}
      defaultX={target.rangeM}
      say={formatTtk}
    />
  );
}

const RANGES_M = [0, 10, 20, 30, 40, 50, 75, 100, 150];

type Aim = Pick<Target, "heads" | "part" | "defensive">;

const COMMON_AIMS: readonly (readonly [string, Aim])[] = [
  [m.arsenal_body_column(), { heads: 0, part: "chest", defensive: false }],
  [m.arsenal_first_to_head(), { heads: "first", part: "chest", defensive: false }],
  [m.arsenal_all_to_head(), { heads: 1, part: "chest", defensive: false }],
];
/** Battlefield 4's table of multipliers gives the legs and the stomach the same factor. */
const LEGS = [m.arsenal_legs_or_stomach(), { heads: 0, part: "legs", defensive: false }] as const;
const DEFENSIVE = [m.arsenal_defensive_column(), { heads: 0, part: "chest", defensive: true }] as const;

/** Returns the table's columns; legs and the Defensive upgrade only if a source distinguishes them from the chest. */
function getColumns(
  { multiplierGroupId }: Ballistics,
  { multiplierGroups = [] }: Target,
): readonly (readonly [string, Aim])[] {
  const { legs, chest, chestDefensive } = getMultipliers(multiplierGroupId, multiplierGroups);
  return [
    ...COMMON_AIMS,
    ...(legs !== null && legs !== chest ? [LEGS] : []),
    ...(chestDefensive !== null ? [DEFENSIVE] : []),
  ];
}

type ShotsTableProps = { build: BuildFiguresProps["build"]; target: Target };

/** Shows hits and time to kill at round distances by body part, if every shot hits. */
function ShotsTable({ build, target }: ShotsTableProps) {
  const columns = getColumns(build, target);
  const ranges = [...new Set([...RANGES_M, target.rangeM])].sort((a, b) => a - b);
  return (
    <ScrollArea label={m.arsenal_shots_to_kill_by_range()}>
      <table className="num w-full text-0">
        <caption className="mb-2 text-left font-cond text-1 font-bold">{m.arsenal_shots_every_shot_hitting()}</caption>
        <thead>
          <tr className="border-b border-line-strong text-00 text-ink-2">
            <th scope="col" className="py-1.5 pr-2 text-left">
              {m.common_range()}
            </th>
            <th scope="col" className="px-2 text-right">
              {getShortLabel("damage")}
            </th>
            {columns.map(([title, { heads }]) => (
              <th key={title} scope="col" className="px-2 text-right">
                <span>{title}</span>
                {heads !== 0 && hasEarlierHead(build) && (
                  <span className="block text-00 whitespace-nowrap">{EARLIER_HEAD}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranges.map((rangeM) => (
            <tr key={rangeM} className={`border-b border-line ${rangeM === target.rangeM ? "bg-tint" : ""}`}>
              <th scope="row" className="py-1.5 pr-2 text-left font-semibold whitespace-nowrap">
                {m.unit_quantity({ number: rangeM, unit: m.unit_m() })}
              </th>
              <td className="px-2 text-right">{formatDamageAt(build, { ...target, rangeM })}</td>
              {columns.map(([title, aim]) => (
                <td key={title} className="px-2 text-right">
                  <Hits build={build} target={{ ...target, ...aim, hitRate: 1, rangeM }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function formatDamageAt(build: Lethal, target: Target) {
  const { damage } = getLethality(build, target);
  return damage === null ? <Unknown /> : formatFigure("damageAt", damage);
}

function Hits({ build, target }: ShotsTableProps) {
  const { shots, ttkMs, isMinimum } = getLethality(build, target);
  if (shots === null) return <Unknown />;
  const nearMiss = build.configuration && getNearMiss(build, target);
  return (
    <>
      <b>{shots}</b>
      <span className="ml-2 inline-block min-w-14 text-ink-3">
        {ttkMs === null ? <Unknown /> : formatTtk(ttkMs, isMinimum)}
      </span>
      {nearMiss && (
        <span className="block text-00 text-ink-2">
          {m.arsenal_near_miss({ count: nearMiss.shots, damage: formatHundredths(nearMiss.damage) })}
        </span>
      )}
    </>
  );
}
