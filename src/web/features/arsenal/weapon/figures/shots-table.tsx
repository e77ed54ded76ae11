import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Unknown } from "#web/components/figures/stat.tsx";
import { ScrollArea } from "#web/components/overlays/scroll-area.tsx";
import { getLethality, type Lethal, type Target } from "#web/features/arsenal/figures.ts";

const RANGES_M = [0, 10, 20, 30, 40, 50, 75, 100, 150];

type Aim = Pick<Target, "head" | "part" | "defensive">;

const EVERYWHERE: readonly (readonly [string, Aim])[] = [
  ["Body", { head: "0", part: "chest", defensive: false }],
  ["First to head", { head: "1", part: "chest", defensive: false }],
  ["All to head", { head: "all", part: "chest", defensive: false }],
];
const LEGS = ["Legs", { head: "0", part: "legs", defensive: false }] as const;
const DEFENSIVE = ["Defensive", { head: "0", part: "chest", defensive: true }] as const;

/** Legs and the Defensive upgrade only where a source distinguishes them from the chest. */
function getColumns({ multipliers }: Lethal): readonly (readonly [string, Aim])[] {
  const { legs = null, chest = null, chestDefensive = null } = multipliers ?? {};
  return [
    ...EVERYWHERE,
    ...(legs !== null && legs !== chest ? [LEGS] : []),
    ...(chestDefensive !== null ? [DEFENSIVE] : []),
  ];
}

type ShotsTableProps = { build: Lethal; target: Target };

/** Hits and time to kill at round distances, every shot hitting, by where the hits land. */
export function ShotsTable({ build, target }: ShotsTableProps) {
  const columns = getColumns(build);
  const ranges = [...new Set([...RANGES_M, target.rangeM])].sort((a, b) => a - b);
  return (
    <ScrollArea label="Shots to kill by range">
      <table className="num w-full text-0">
        <caption className="mb-2 text-left font-cond text-1 font-bold">Shots to kill</caption>
        <thead>
          <tr className="border-b border-line-strong text-00 text-ink-2">
            <th scope="col" className="py-1.5 pr-2 text-left">
              Range
            </th>
            <th scope="col" className="px-2 text-right">
              Damage
            </th>
            {columns.map(([title]) => (
              <th key={title} scope="col" className="px-2 text-right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranges.map((rangeM) => (
            <tr key={rangeM} className={`border-b border-line ${rangeM === target.rangeM ? "bg-tint" : ""}`}>
              <th scope="row" className="py-1.5 pr-2 text-left font-semibold">
                {rangeM} m
              </th>
              <td className="px-2 text-right">{damageWords(build, { ...target, rangeM })}</td>
              {columns.map(([title, aim]) => (
                <td key={title} className="px-2 text-right">
                  <Hits build={build} target={{ ...target, ...aim, rangeM }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function damageWords(build: Lethal, target: Target) {
  const { damage } = getLethality(build, target);
  return damage === null ? <Unknown /> : figure(damage);
}

function Hits({ build, target }: ShotsTableProps) {
  const { shots, ttkMs } = getLethality(build, target);
  if (shots === null) return <Unknown />;
  return (
    <>
      <b>{shots}</b>
      <span className="ml-2 inline-block min-w-14 text-ink-3">{ttkMs === null ? <Unknown /> : formatTtk(ttkMs)}</span>
    </>
  );
}
