import { useCallback } from "react";
import type { GameId } from "#domain/game.ts";
import { formatScenario, parseScenario, type Scenario, type ScenarioTexts } from "#domain/weapons/scenario.ts";
import { anyText, readSearch } from "./game-search.ts";
import { useAddressState, type ValueChange } from "./use-address-state.ts";
import { useGameSearch, useWriteGameSearch } from "./use-game-search.ts";

const TEXT = anyText(20);
const FIELDS = { range: TEXT, hit: TEXT, head: TEXT, health: TEXT, acc: TEXT, hs: TEXT };
const NOTHING: ScenarioTexts = { range: "", hit: "", head: "", health: "", acc: "", hs: "" };
const FORMAT = { parse: parseScenario, format: formatScenario };

const readTexts = (search: Record<string, unknown>): ScenarioTexts => readSearch(search, FIELDS);

/** What times to kill are worked out for, from the address, and how to change it. */
export function useScenario(game: GameId): [Scenario, (change: ValueChange<Scenario>) => void] {
  const write = useWriteGameSearch(game);
  const writeTexts = useCallback(
    (texts: ScenarioTexts) => write((search) => ({ ...search, ...NOTHING, ...texts }), "replace"),
    [write],
  );
  const [scenario, change] = useAddressState(useGameSearch(readTexts), writeTexts, FORMAT);
  return [scenario, change];
}
