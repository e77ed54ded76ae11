// What the palette finds on the server: weapons of both games and the user's own loadouts.
import { useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Command } from "./palette-commands.ts";

const MAX_LOADOUTS = 8;

type Finds = { weapons: readonly Command[]; loadouts: readonly Command[]; isLoading: boolean; hasFailed: boolean };

/** What matches the typed text, in the scoped game alone where there is one. Nothing is found by no text. */
export function usePaletteFinds(typed: string, scope: GameId | null, hasSession: boolean): Finds {
  const trpc = useTRPC();
  const q = useDeferredValue(typed.trim());
  const games = GAMES.filter((game) => scope === null || game === scope);
  const lists = useQueries({
    queries: games.map((game) => ({ ...trpc.arsenal.list.queryOptions({ game }), enabled: q !== "" })),
  });
  const own = useQuery({
    ...trpc.loadout.list.queryOptions({ q, limit: MAX_LOADOUTS, ...(scope && { game: scope }) }),
    enabled: hasSession && q !== "",
    placeholderData: (before) => before,
  });
  if (q === "") return { weapons: [], loadouts: [], isLoading: false, hasFailed: false };
  // All at once: of what comes later none would be chosen, even where it fits best.
  const finds = lists.some(({ isPending }) => isPending) ? [] : games;
  const weapons = finds.flatMap((game, index) =>
    (lists[index]?.data?.weapons ?? []).map((weapon): Command => {
      const note = `${WEAPON_CLASS_TITLES[weapon.class].replace(/s$/, "")}, ${GAME_TITLES[game]}`;
      return {
        id: `${game}-${weapon.id}`,
        label: weapon.name,
        note,
        game,
        act: { to: `${gamePath[game]}?item=${weapon.id}` },
      };
    }),
  );
  const loadouts = (own.data?.items ?? []).map(({ id, name, loadout: { game } }): Command => {
    const to = `${gamePath[game]}?tab=loadouts&edit=${id}`;
    return { id, label: name, note: `Loadout, ${GAME_TITLES[game]}`, words: [q], game, act: { to } };
  });
  const asked = hasSession ? [...lists, own] : lists;
  return {
    weapons,
    loadouts,
    isLoading: asked.some(({ isFetching, data }) => isFetching && data === undefined),
    hasFailed: asked.some(({ isError }) => isError),
  };
}
