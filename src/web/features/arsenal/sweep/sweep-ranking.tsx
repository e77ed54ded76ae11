import { useMemo } from "react";
import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import type { SweepResult } from "#domain/weapons/simulation/sweep.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { createAxis, DISTANCE } from "#web/features/arsenal/compare/chart-lines.ts";
import { bestLines } from "./sweep-terms.ts";

const PLACES = ["1st", "2nd", "3rd", "4th", "5th"];

type RankingProps = { result: SweepResult; nameOf: (weaponId: string) => string; onOpen: (weaponId: string) => void };

/** The quickest weapons at each distance, and the best of all as lines. */
export function Ranking({ result, nameOf, onOpen }: RankingProps) {
  const lines = useMemo(() => bestLines(result, nameOf), [result, nameOf]);
  return (
    <div className="grid gap-6">
      <div className="overflow-x-auto">
        <table className="num w-full min-w-[44rem] text-0">
          <caption className="mb-2 text-left font-cond text-1 font-bold">Quickest on average, by distance</caption>
          <thead>
            <tr className="border-b border-line-strong text-00 text-ink-2">
              <th scope="col" className="sticky left-0 bg-bg py-1.5 pr-3 text-left">
                Distance
              </th>
              {PLACES.map((place) => (
                <th key={place} scope="col" className="px-2 text-left">
                  {place}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.map(({ distanceM, ranking }) => (
              <tr key={distanceM} className="border-b border-line">
                <th scope="row" className="sticky left-0 bg-bg py-1.5 pr-3 text-left">
                  {distanceM} m
                </th>
                {PLACES.map((place, index) => {
                  const ranked = ranking[index];
                  return (
                    <td key={place} className="px-2 align-top">
                      {ranked && (
                        <>
                          <button
                            type="button"
                            aria-haspopup="dialog"
                            onClick={() => onOpen(ranked.weaponId)}
                            className="block min-h-6 text-left font-bold hover:text-accent hover:underline pointer-coarse:min-h-11"
                          >
                            {nameOf(ranked.weaponId)}
                          </button>
                          <span className="text-ink-2">{formatTtk(ranked.ms.mean)}</span>
                          {ranked.place !== index + 1 && <span className="ml-2 text-00 text-ink-3">level</span>}
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > 0 && (
        <LineChart
          caption="Mean time to kill of the four quickest over all distances tried. The bands hold 10 to 90 % of fights; between the distances tried, lines are drawn straight."
          x={DISTANCE}
          y={createAxis(lines, "Time to kill", "ms")}
          series={lines}
          say={formatTtk}
        />
      )}
    </div>
  );
}
