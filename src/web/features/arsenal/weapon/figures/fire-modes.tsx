import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { getFireModes } from "#domain/weapons/fire.ts";
import { timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Unknown } from "#web/components/figures/stat.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { getLethality, type Lethal, type Target } from "#web/features/arsenal/figures.ts";

type FireModesProps = {
  build: Ballistics & Pick<Lethal, "multipliers">;
  mechanics: Mechanics | null;
  target: Target;
};

const TITLES = { auto: "Automatic", burst: "Bursts", single: "Single shots" } as const;

/** Time to kill by each way to fire the weapon; nothing where there is one way alone. */
export function FireModes({ build, mechanics, target }: FireModesProps) {
  const modes = getFireModes(build, mechanics);
  if (modes.length < 2) return null;
  const { shots } = getLethality(build, target);
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
                {TITLES[mode]} {isSeasonTwo && <Badge>Season 2</Badge>}
              </th>
              <td className="px-2 text-right">{figure(fire.rpm, "rpm")}</td>
              <td className="text-right font-bold">{time ? formatTtk(time.mean) : <Unknown />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
