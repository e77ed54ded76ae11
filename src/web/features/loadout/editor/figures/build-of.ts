import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { type Ballistics, getBallistics, getChoice } from "#domain/weapons/ballistics.ts";
import type { WeaponAnswer } from "#web/features/loadout/answers.ts";

/** The figures of a weapon as this loadout carries it: in 2042 with the first part of each slot of its board. */
export function getBuild(answer: WeaponAnswer, carried: SoldierLoadout["primary"]): Ballistics | null {
  if (answer.game === "bf4" || !("board" in carried)) return getBallistics(answer.weapon);
  const mounted = BOARD_SLOTS.flatMap((slot) => carried.board[slot].slice(0, 1));
  const options = answer.attachments?.options ?? [];
  return getBallistics(answer.weapon, getChoice(options.filter(({ id }) => mounted.includes(id))));
}
