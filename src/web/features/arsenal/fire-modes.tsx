import type { Ballistics } from "#domain/arsenal/ballistics.ts";
import { sayTtk } from "#domain/arsenal/figure-words.ts";
import { fireModesOf } from "#domain/arsenal/fire.ts";
import { timeAtHitRate } from "#domain/arsenal/hit-rate.ts";
import type { Mechanics } from "#domain/arsenal/mechanics.ts";
import { figure } from "#web/ui/chart-scale.ts";
import { Unknown } from "#web/ui/stat.tsx";
import { Tape } from "#web/ui/tape.tsx";
import { type Lethal, lethalityAt, type Target } from "./figures.ts";

type FireModesProps = {
  build: Ballistics & Pick<Lethal, "multipliers">;
  mechanics: Mechanics | null;
  target: Target;
};

const TITLES = { auto: "Automatic", burst: "Bursts", single: "Single shots" } as const;

/** Time to kill by each way to fire the weapon; nothing where there is one way alone. */
export function FireModes({ build, mechanics, target }: FireModesProps) {
  const modes = fireModesOf(build, mechanics);
  if (modes.length < 2) return null;
  const { shots } = lethalityAt(build, target);
  const { hitRate = 1 } = target;
  return (
    <table className="num w-full text-0">
      <caption className="mb-1 text-left font-cond text-1 font-bold">
        {hitRate < 1 ? "Mean time to kill" : "Time to kill"} by fire mode at {target.rangeM} m
      </caption>
      <tbody>
        {modes.map(({ mode, fire, isSeasonTwo }) => {
          const time = shots === null ? null : timeAtHitRate(shots, hitRate, fire);
          return (
            <tr key={mode} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {TITLES[mode]} {isSeasonTwo && <Tape>Season 2</Tape>}
              </th>
              <td className="px-2 text-right">{figure(fire.rpm, "rpm")}</td>
              <td className="text-right font-bold">{time ? sayTtk(time.mean) : <Unknown />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
