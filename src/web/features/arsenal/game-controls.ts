// What differs between the games on the arsenal's page.

import type { GameId } from "#domain/game.ts";
import type { HealthId } from "#domain/weapons/health.ts";

export type GameControls = {
  /** Kits differ in what they carry; in 2042 every class carries every gun. */
  byKit: boolean;
  /** Guns of Portal's older eras exist and are listed on request only. */
  byEra: boolean;
  /** Legs and the Defensive upgrade count otherwise than the chest; in 2042 all of the body is alike. */
  byBody: boolean;
  healths: readonly HealthId[];
};

export const GAME_CONTROLS = {
  bf2042: { byKit: false, byEra: true, byBody: false, healths: ["normal"] },
  bf4: { byKit: true, byEra: false, byBody: true, healths: ["normal", "hardcore"] },
} as const satisfies Record<GameId, GameControls>;
