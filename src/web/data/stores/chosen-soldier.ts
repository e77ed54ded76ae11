// Whose progress is looked at: one soldier per game, as chosen in this browser, else one's own.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { useTRPC } from "#web/data/trpc.ts";

export type ListedSoldier = RouterOutputs["soldier"]["list"][number];

/** Chosen in place of a soldier: ticks by hand alone. */
export const NO_SOLDIER = "none";

const getKey = (game: GameId): string => `progress-soldier-${game}`;

export const rememberSoldier = (game: GameId, id: string): void => setLocal(getKey(game), id);

/** The soldiers of a game, and the id of the one that was chosen: null where that is none. Both unknown while they come. */
export function useChosenSoldier(game: GameId, requestedId: string | null, isOn = true) {
  const query = useQuery({ ...useTRPC().soldier.list.queryOptions(), enabled: isOn });
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
  /** Called with the figures by the weapon's id, and with null where there is no soldier or nothing can be read. */
  onChange: (weapons: ReadonlyMap<string, OwnWeapon> | null) => void;
};

/** Reads the chosen soldier's figures of each weapon and hands them on; draws nothing, so that a page can load it late. */
export function OwnWeapons({ game, onChange }: OwnWeaponsProps) {
  const { query: list, soldierId } = useChosenSoldier(game, null);
  const query = useQuery({
    ...useTRPC().progress.weapons.queryOptions({ soldierId: soldierId ?? "" }),
    enabled: Boolean(soldierId),
  });
  const { data } = query;
  const isNone = soldierId === null || list.isError || query.isError;
  useEffect(() => {
    if (data && soldierId) onChange(new Map(data.map((weapon) => [weapon.id, weapon])));
    else if (isNone) onChange(null);
  }, [data, soldierId, isNone, onChange]);
  return null;
}
