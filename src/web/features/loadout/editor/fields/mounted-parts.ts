import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import type { Part } from "#web/features/loadout/editor/figures/handling.ts";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

/** The parts a Plus board mounts at the start: the first of each slot. */
export function mountedParts(
  { attachments }: Extract<WeaponAnswer, { game: "bf2042" }>,
  board: Bf2042Loadout["primary"]["board"],
): readonly Part[] {
  const ids = BOARD_SLOTS.flatMap((slot) => board[slot].slice(0, 1));
  return (attachments?.options ?? []).filter(({ id }) => ids.includes(id));
}
