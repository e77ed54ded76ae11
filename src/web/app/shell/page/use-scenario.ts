import { useLocation } from "@tanstack/react-router";
import { useCallback } from "react";
import type { GameId } from "#domain/game.ts";
import { formatScenario, parseScenario, type Scenario, type ScenarioTexts } from "#domain/weapons/scenario.ts";
import { anyText, gamePath, readSearch } from "./game-search.ts";
import { useAddressState, type ValueChange } from "./use-address-state.ts";
import { useGameSearch, useWriteGameSearch } from "./use-game-search.ts";

const TEXT = anyText(20);
const FIELDS = { range: TEXT, hit: TEXT, head: TEXT, health: TEXT, acc: TEXT, hs: TEXT };
const NOTHING: ScenarioTexts = { range: "", hit: "", head: "", health: "", acc: "", hs: "" };
const FORMAT = { parse: parseScenario, format: formatScenario };

const readTexts = (search: Record<string, unknown>): ScenarioTexts => readSearch(search, FIELDS);

/** What times to kill are worked out for, from the address of a game's page, and how to change it; elsewhere it stays on the screen. */
export function useScenario(game: GameId): [Scenario, (change: ValueChange<Scenario>) => void] {
  const write = useWriteGameSearch(game);
  const isGamePage = useLocation({ select: ({ pathname }) => pathname === gamePath[game] });
  const writeTexts = useCallback(
    (texts: ScenarioTexts) => isGamePage && write((search) => ({ ...search, ...NOTHING, ...texts }), "replace"),
    [write, isGamePage],
  );
  const [scenario, change] = useAddressState(useGameSearch(readTexts), writeTexts, FORMAT);
  return [scenario, change];
}
