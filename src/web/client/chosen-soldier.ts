// Whose progress is looked at: one soldier per game, as chosen in this browser, else one's own.
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { recall, remember } from "./memory.ts";
import { useTRPC } from "./trpc.ts";

export type ListedSoldier = inferRouterOutputs<AppRouter>["soldier"]["list"][number];

/** Chosen in place of a soldier: ticks by hand alone. */
export const NO_SOLDIER = "none";

const keyOf = (game: GameId): string => `progress-soldier-${game}`;

export const rememberSoldier = (game: GameId, id: string): void => remember(keyOf(game), id);

/** The soldiers of a game, and the id of the one that was chosen: null where that is none. Both unknown while they come. */
export function useChosenSoldier(game: GameId, wanted: string | null, isOn = true) {
  const query = useQuery({ ...useTRPC().soldier.list.queryOptions(), enabled: isOn });
  const soldiers = query.data?.filter((soldier) => soldier.game === game);
  return { query, soldiers, soldierId: soldiers && choiceAmong(soldiers, wanted ?? recall(keyOf(game))) };
}

const RELATIONS: readonly ListedSoldier["relation"][] = ["mine", "followed", "sample"];

function choiceAmong(soldiers: readonly ListedSoldier[], wanted: string | null): string | null {
  if (wanted === NO_SOLDIER) return null;
  const byRelation = soldiers.toSorted((a, b) => RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation));
  return (soldiers.find(({ id }) => id === wanted) ?? byRelation[0])?.id ?? null;
}
