import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { type Figure, getBallistics } from "#domain/weapons/ballistics.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { type Chosen, getBallisticChoice } from "#web/features/arsenal/weapon/build-choice.tsx";
import type { WeaponAnswer } from "#web/features/arsenal/weapon/weapon-answer.ts";
import type { Contestant } from "./compare-rows.ts";

export type Answered = { weapon: ListedWeapon; answer: WeaponAnswer };

/** The server's data of these weapons as far as loaded; and whether some failed to load. */
export function useAnswers(game: GameId, weapons: readonly ListedWeapon[]) {
  const trpc = useTRPC();
  return useQueries({
    queries: weapons.map(({ id }) => trpc.arsenal.weapon.queryOptions({ game, id })),
    combine: (results) => ({
      answers: results.map(({ data }) => data ?? null),
      failed: results.some(({ isError }) => isError),
      retry: () => results.map((result) => result.isError && result.refetch()),
    }),
  });
}

/** The weapons as contestants, each with what is mounted. */
export function useContestants(
  answered: readonly Answered[],
  chosen: Readonly<Record<string, Chosen>>,
): readonly Contestant[] {
  return useMemo(
    () => answered.map(({ weapon, answer }) => getContestant(weapon, answer, chosen[weapon.id])),
    [answered, chosen],
  );
}

function getContestant(listed: ListedWeapon, answer: WeaponAnswer, chosen: Chosen | undefined): Contestant {
  const choice = answer.game === "bf2042" && chosen ? getBallisticChoice(answer, chosen) : {};
  const build = getBallistics(answer.weapon, choice);
  return {
    id: listed.id,
    name: listed.name,
    build,
    lethal: build && { ...build, multipliers: listed.multipliers },
    mechanics: answer.game === "bf2042" ? answer.weapon.mechanics : null,
    disputed: getDisputed(answer, build?.disagree ?? false),
  };
}

/** Lines of the 2042 sheet that differ do so in damage, velocity or rate; all three are marked. */
function getDisputed(answer: WeaponAnswer, disagrees: boolean): readonly Figure[] {
  if (answer.game === "bf4") return answer.weapon.conflicts;
  return disagrees ? ["damage", "velocityMps", "rateOfFireRpm"] : [];
}
