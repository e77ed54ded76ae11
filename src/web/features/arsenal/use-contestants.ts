import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { ballisticsOf, type Figure } from "#domain/arsenal/ballistics.ts";
import type { GameId } from "#domain/game.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { type Chosen, choiceFor } from "./build-choice.tsx";
import type { Contestant } from "./compare-rows.ts";
import type { ListedWeapon } from "./listed-weapon.ts";
import type { WeaponAnswer } from "./weapon-answer.ts";

export type Answered = { weapon: ListedWeapon; answer: WeaponAnswer };

/** Everything the server tells about these weapons, of those it has told; and whether it could not of some. */
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
    () => answered.map(({ weapon, answer }) => contestantOf(weapon, answer, chosen[weapon.id])),
    [answered, chosen],
  );
}

function contestantOf(listed: ListedWeapon, answer: WeaponAnswer, chosen: Chosen | undefined): Contestant {
  const choice = answer.game === "bf2042" && chosen ? choiceFor(answer, chosen) : {};
  const build = ballisticsOf(answer.weapon, choice);
  return {
    id: listed.id,
    name: listed.name,
    build,
    lethal: build && { ...build, multipliers: listed.multipliers },
    mechanics: answer.game === "bf2042" ? answer.weapon.mechanics : null,
    disputed: disputedOf(answer, build?.disagree ?? false),
  };
}

/** Lines of the 2042 sheet that differ do so in damage, velocity or rate; all three are marked. */
function disputedOf(answer: WeaponAnswer, disagrees: boolean): readonly Figure[] {
  if (answer.game === "bf4") return answer.weapon.conflicts;
  return disagrees ? ["damage", "velocityMps", "rateOfFireRpm"] : [];
}
