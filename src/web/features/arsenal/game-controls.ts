// What differs between the games on the arsenal's page.
import type { GameId } from "#domain/game.ts";
import type { HealthId } from "./terms.ts";

export type GameControls = {
  /** Kits differ in what they carry; in 2042 every class carries every gun. */
  byKit: boolean;
  /** Guns of Portal's older eras exist and are listed on request only. */
  byEra: boolean;
  healths: readonly HealthId[];
};

export const GAME_CONTROLS = {
  bf2042: { byKit: false, byEra: true, healths: ["normal"] },
  bf4: { byKit: true, byEra: false, healths: ["normal", "hardcore"] },
} as const satisfies Record<GameId, GameControls>;
