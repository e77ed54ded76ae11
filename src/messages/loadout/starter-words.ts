// The presets a new loadout may begin with, in words.
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { getStarterRange, type RangeId } from "#domain/loadout/range-starters.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";

/** The ranges of the presets. */
export const RANGE_TITLES = createTexts<RangeId>({
  close: m.starter_close,
  medium: m.starter_medium,
  long: m.starter_long,
});

const NAMES = { close: m.starter_name_close, medium: m.starter_name_medium, long: m.starter_name_long };

/** "Assault, close": what a new loadout of this preset is called until its player renames it; null for no preset. */
export function getStarterName(game: GameId, kitId: KitId, weaponId: string): string | null {
  const range = getStarterRange(game, kitId, weaponId);
  return range && NAMES[range]({ kit: KIT_TITLES[kitId] });
}
