// The one reader and writer of the address of a game's page.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { GameId } from "#domain/game.ts";
import { formatScenario, parseScenario } from "#domain/weapons/scenario.ts";
import { type GamePageSearch, gamePath, getTexts } from "./game-search.ts";

/** A section's part of the address, read by its own parser; the same object as long as its texts are the same. */
export function useGameSearch<Search>(select: (search: Record<string, unknown>) => Search): Search {
  // The router compares what it selects, and does not know a type that is still open.
  const selectTexts = select as (search: object) => GamePageSearch;
  return useSearch({ strict: false, structuralSharing: true, select: selectTexts }) as Search;
}

/** A step that Back can take, or a change in place of the present address. */
export type Step = "push" | "replace";

/** The scenario of times to kill and the patch stay in the address from section to section, unless an update gives them. */
const getCarried = ({ patch = "", ...search }: GamePageSearch): GamePageSearch =>
  getTexts({ ...formatScenario(parseScenario(search)), patch });

type WriteGameSearch = (update: (search: GamePageSearch) => object, step: Step, resetScroll?: boolean) => void;

/** Writes the address; what is not set, or an empty text, is left out. */
export function useWriteGameSearch(game: GameId): WriteGameSearch {
  const navigate = useNavigate();
  return useCallback(
    (update, step, resetScroll = false) =>
      void navigate({
        to: gamePath[game],
        search: (search: object) => {
          const texts = getTexts(search);
          const updated = update(texts);
          return getTexts({ ...updated, ...getCarried(texts), ...updated });
        },
        replace: step === "replace",
        resetScroll,
      }),
    [navigate, game],
  );
}
