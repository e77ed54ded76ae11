// The results of the showcase, with the figures, drawings and verdict of the game's pages.
import { Link } from "@tanstack/react-router";
import type { ComponentType } from "react";
import silhouettes from "#data/silhouettes.json";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { drawCarried } from "#domain/silhouettes/silhouette.ts";
import { type Ballistics, getBallistics } from "#domain/weapons/ballistics.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { DEFAULT_SCENARIO, formatScenario, getTarget, type Scenario } from "#domain/weapons/scenario.ts";
import { formatBuilds } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { formatReading, getLabelAt, getShortLabel } from "#messages/game/figures.ts";
import { describeScenario } from "#messages/game/scenario-words.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getDataClient } from "#web/data/trpc.ts";
import { TtkStrip } from "#web/data/ttk-strip.tsx";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";

type Contestant = { weaponId: string; name: string; build: Ballistics | null };
type Contestants = readonly [Contestant, Contestant];

export type VerdictComponent = ComponentType<{ contestants: Contestants; target: Target }>;

/** Two weapons with their figures, and the health they shoot at. */
export type Scene = { contestants: Contestants; combat: Combat };

export async function readScene(clients: Clients, [left, right]: readonly [string, string]): Promise<Scene> {
  const { arsenal } = getDataClient(clients);
  const readContestant = async (id: string): Promise<Contestant> => {
    const { weapon } = await arsenal.weapon.query({ game: "bf4", id });
    return { weaponId: id, name: weapon.name, build: getBallistics(weapon) };
  };
  const [{ combat }, ...contestants] = await Promise.all([
    arsenal.list.query({ game: "bf4" }),
    readContestant(left),
    readContestant(right),
  ]);
  return { contestants, combat };
}

/** Some shots miss and a few hit the head, as in a match. */
const getScenario = (rangeM: number): Scenario => ({ ...DEFAULT_SCENARIO, rangeM, hitPercent: 40, heads: 10 });

type PartProps = { scene: Scene; rangeM: number };

/** The first weapon with its figures at the range, and the time to kill of both over distance. */
export function WeaponFace({ scene: { contestants, combat }, rangeM }: PartProps) {
  const [{ weaponId, build }] = contestants;
  const scenario = getScenario(rangeM);
  const target = getTarget(scenario, combat);
  const subject = getSubject(build, target);
  return (
    <>
      <Silhouette drawing={drawCarried(silhouettes, { weaponId })} className="mx-auto w-full max-w-2xl" />
      <dl className="grid grid-cols-3 gap-x-4 [&_dd]:text-5">
        <Stat label={getLabelAt("ttk", { rangeM })} value={formatReading("ttk", subject)} />
        <Stat label={getLabelAt("damageAt", { rangeM })} value={formatReading("damageAt", subject)} />
        <Stat label={getShortLabel("rateOfFire")} value={formatReading("rateOfFire", subject)} />
      </dl>
      <div className="grid gap-2">
        <p className="grid justify-items-start text-0 text-ink-2">
          {m.home_strip_explained({ conditions: describeScenario(scenario) })}
          <Link
            to="/bf4"
            search={{ versus: formatBuilds(contestants), ...formatScenario(scenario) }}
            className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
          >
            {m.home_every_figure_side_by_side()}
          </Link>
        </p>
        {contestants.map((one, index) => (
          <span key={PLACES[index]} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-3">
            <b className="font-cond text-0 break-words">{one.name}</b>
            {one.build && <TtkStrip weapon={one.build} aim={target} className="h-6 w-full" />}
          </span>
        ))}
      </div>
    </>
  );
}

const PLACES = ["left", "right"] as const;

type DuelProps = PartProps & { Verdict: VerdictComponent };

/** Who of both wins how often. */
export const Duel = ({ scene: { contestants, combat }, rangeM, Verdict }: DuelProps) => (
  <Verdict contestants={contestants} target={getTarget(getScenario(rangeM), combat)} />
);
