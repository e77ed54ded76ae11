// The soldier whose progress is shown: per game, the one selected in this browser, or one of the user's own.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { useTRPC } from "#web/data/trpc.ts";

export type ListedSoldier = RouterOutputs["soldier"]["list"][number];

/** Selected instead of a soldier: only manual ticks count. */
export const NO_SOLDIER = "none";

const getKey = (game: GameId): string => `progress-soldier-${game}`;

export const rememberSoldier = (game: GameId, id: string): void => setLocal(getKey(game), id);

/** Returns the soldiers of a game and the id of the selected one, or null without one; both are undefined while loading. */
export function useChosenSoldier(game: GameId, requestedId: string | null, isEnabled = true) {
  const query = useQuery({ ...useTRPC().soldier.list.queryOptions(), enabled: isEnabled });
  const soldiers = query.data?.filter((soldier) => soldier.game === game);
  return { query, soldiers, soldierId: soldiers && pickSoldier(soldiers, requestedId ?? getLocal(getKey(game))) };
}

const RELATIONS: readonly ListedSoldier["relation"][] = ["mine", "followed", "sample"];

function pickSoldier(soldiers: readonly ListedSoldier[], requestedId: string | null): string | null {
  if (requestedId === NO_SOLDIER) return null;
  const byRelation = soldiers.toSorted((a, b) => RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation));
  return (soldiers.find(({ id }) => id === requestedId) ?? byRelation[0])?.id ?? null;
}

type OwnWeapon = RouterOutputs["progress"]["weapons"][number];

type OwnWeaponsProps = {
  game: GameId;
  /** Called with the statistics by weapon id; with null if there is no soldier or they cannot be read. */
  onChange: (weapons: ReadonlyMap<string, OwnWeapon> | null) => void;
};

/** Reads the selected soldier's weapon statistics and passes them to `onChange`. Renders nothing, so a page can load it late. */
export function OwnWeapons({ game, onChange }: OwnWeaponsProps) {
  const { query: list, soldierId } = useChosenSoldier(game, null);
  const query = useQuery({
    ...useTRPC().progress.weapons.queryOptions({ soldierId: soldierId ?? "" }),
    enabled: Boolean(soldierId),
  });
  const { data } = query;
  const isUnavailable = soldierId === null || list.isError || query.isError;
  useEffect(() => {
    if (data && soldierId) onChange(new Map(data.map((weapon) => [weapon.id, weapon])));
    else if (isUnavailable) onChange(null);
  }, [data, soldierId, isUnavailable, onChange]);
  return null;
}
