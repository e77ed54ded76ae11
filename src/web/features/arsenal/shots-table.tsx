import type { Ballistics } from "#domain/arsenal/ballistics.ts";
import { figure } from "#web/ui/chart-scale.ts";
import { Unknown } from "#web/ui/stat.tsx";
import { lethalityAt, type Target } from "./figures.ts";
import type { HeadHits } from "./terms.ts";
import { sayTtk } from "./words.ts";

const RANGES_M = [0, 10, 20, 30, 40, 50, 75, 100, 150];

const COLUMNS = [
  ["0", "Body"],
  ["1", "First to head"],
  ["all", "All to head"],
] as const satisfies readonly (readonly [HeadHits, string])[];

type ShotsTableProps = { build: Ballistics; target: Target };

/** Hits and time to kill at round distances, for three ways of hitting. */
export function ShotsTable({ build, target }: ShotsTableProps) {
  const ranges = [...new Set([...RANGES_M, target.rangeM])].sort((a, b) => a - b);
  return (
    <div className="overflow-x-auto">
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
            {COLUMNS.map(([head, title]) => (
              <th key={head} scope="col" className="px-2 text-right">
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
              {COLUMNS.map(([head]) => (
                <td key={head} className="px-2 text-right">
                  <Hits build={build} target={{ ...target, rangeM, head }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function damageWords(build: Ballistics, target: Target) {
  const { damage } = lethalityAt(build, target);
  return damage === null ? <Unknown /> : figure(damage);
}

function Hits({ build, target }: ShotsTableProps) {
  const { shots, ttkMs } = lethalityAt(build, target);
  if (shots === null) return <Unknown />;
  return (
    <>
      <b>{shots}</b>
      <span className="ml-2 inline-block min-w-14 text-ink-3">{ttkMs === null ? <Unknown /> : sayTtk(ttkMs)}</span>
    </>
  );
}
