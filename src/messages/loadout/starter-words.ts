// Texts about the range presets of a new loadout.
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { getStarterRange, type RangeId } from "#domain/loadout/range-starters.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";

/** The titles of the presets' ranges. */
export const RANGE_TITLES = createTexts<RangeId>({
  close: m.starter_close,
  medium: m.starter_medium,
  long: m.starter_long,
});

const NAMES = { close: m.starter_name_close, medium: m.starter_name_medium, long: m.starter_name_long };

/** Returns the initial name of a new loadout of this preset: "Assault, close"; null for no preset. */
export function getStarterName(game: GameId, kitId: KitId, weaponId: string): string | null {
  const range = getStarterRange(game, kitId, weaponId);
  return range && NAMES[range]({ kit: KIT_TITLES[kitId] });
}
