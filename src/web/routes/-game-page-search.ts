import { type ArsenalSearch, readArsenalSearch } from "#web/features/arsenal/terms.ts";
import { type LoadoutSearch, readLoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { type GameSearch, readGameSearch } from "#web/shell/game-search.ts";

/** Everything a game page reads from its address: the open section and what that section keeps there. */
export type GamePageSearch = GameSearch & ArsenalSearch & LoadoutSearch;

export function readGamePageSearch(search: Record<string, unknown>): GamePageSearch {
  const game = readGameSearch(search);
  return { ...game, ...(game.tab === "loadouts" ? readLoadoutSearch(search) : readArsenalSearch(search)) };
}
