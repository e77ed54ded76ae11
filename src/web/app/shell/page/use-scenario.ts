import { useLocation } from "@tanstack/react-router";
import { useCallback } from "react";
import type { GameId } from "#domain/game.ts";
import {
  formatScenario,
  parseScenario,
  SCENARIO_NAMES,
  type Scenario,
  type ScenarioTexts,
} from "#domain/weapons/scenario.ts";
import { anyText, gamePath, readSearch } from "./game-search.ts";
import { useAddressState, type ValueChange } from "./use-address-state.ts";
import { UNSET_SCENARIO, useGameSearch, useWriteGameSearch } from "./use-game-search.ts";

const TEXT = anyText(20);
const FIELDS = Object.fromEntries(SCENARIO_NAMES.map((name) => [name, TEXT]));
const FORMAT = { parse: parseScenario, format: formatScenario };

const readTexts = (search: Record<string, unknown>): ScenarioTexts => readSearch(search, FIELDS);

/** Returns the TTK scenario and its setter. On a game's page the scenario is stored in the address, elsewhere only in memory. */
export function useScenario(game: GameId): [Scenario, (change: ValueChange<Scenario>) => void] {
  const write = useWriteGameSearch(game);
  const isGamePage = useLocation({ select: ({ pathname }) => pathname === gamePath[game] });
  const writeTexts = useCallback(
    (texts: ScenarioTexts) => isGamePage && write((search) => ({ ...search, ...UNSET_SCENARIO, ...texts }), "replace"),
    [write, isGamePage],
  );
  const [scenario, change] = useAddressState(useGameSearch(readTexts), writeTexts, FORMAT);
  return [scenario, change];
}
