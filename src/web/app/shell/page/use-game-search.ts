// Reads and writes the search parameters of a game's page. No other module accesses them.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { GameId } from "#domain/game.ts";
import { formatScenario, parseScenario, SCENARIO_NAMES } from "#domain/weapons/scenario.ts";
import { type GamePageSearch, gamePath, getTexts } from "./game-search.ts";

/** Returns a section's search parameters, parsed by `select`; returns the same object while the texts are the same. */
export function useGameSearch<Search>(select: (search: Record<string, unknown>) => Search): Search {
  // The router compares the selected value, and cannot do that with an unresolved generic type.
  const selectTexts = select as (search: object) => GamePageSearch;
  return useSearch({ strict: false, structuralSharing: true, select: selectTexts }) as Search;
}

/** Whether a navigation adds an entry to the history or replaces the current one. */
export type HistoryMode = "push" | "replace";

/** Returns the parameters that all sections share: the TTK scenario and the patch. An update can overwrite them. */
const getSharedParameters = ({ patch = "", ...search }: GamePageSearch): GamePageSearch =>
  getTexts({ ...formatScenario(parseScenario(search)), patch });

/** An update of an address that takes the scenario out of it. */
export const UNSET_SCENARIO: GamePageSearch = Object.fromEntries(SCENARIO_NAMES.map((name) => [name, ""]));

type WriteGameSearch = (update: (search: GamePageSearch) => object, step: HistoryMode, resetScroll?: boolean) => void;

/** Returns a function that updates the search parameters; it leaves out empty values. */
export function useWriteGameSearch(game: GameId): WriteGameSearch {
  const navigate = useNavigate();
  return useCallback(
    (update, step, resetScroll = false) =>
      void navigate({
        to: gamePath[game],
        search: (search: object) => {
          const texts = getTexts(search);
          const updated = update(texts);
          return getTexts({ ...updated, ...getSharedParameters(texts), ...updated });
        },
        replace: step === "replace",
        resetScroll,
      }),
    [navigate, game],
  );
}
