import { type Ballistics, ballisticsOf, choiceOf } from "#domain/arsenal/ballistics.ts";
import { BOARD_SLOTS } from "#domain/arsenal/slot.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { WeaponAnswer } from "#web/features/loadout/answers.ts";

/** The figures of a weapon as this loadout carries it: in 2042 with the first part of each slot of its board. */
export function buildOf(answer: WeaponAnswer, carried: SoldierLoadout["primary"]): Ballistics | null {
  if (answer.game === "bf4" || !("board" in carried)) return ballisticsOf(answer.weapon);
  const mounted = BOARD_SLOTS.flatMap((slot) => carried.board[slot].slice(0, 1));
  const options = answer.attachments?.options ?? [];
  return ballisticsOf(answer.weapon, choiceOf(options.filter(({ id }) => mounted.includes(id))));
}
