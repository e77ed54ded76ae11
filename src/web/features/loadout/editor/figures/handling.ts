// The mounted parts of a Battlefield 2042 gun, whose effects on handling Season 2 measured.

import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";

type Attachments = NonNullable<Extract<WeaponResponse, { game: "bf2042" }>["attachments"]>;
export type Part = Attachments["options"][number];

/** Returns the parts mounted at the start: the first of each slot of the Plus board. */
export function listMountedParts(
  { attachments }: Extract<WeaponResponse, { game: "bf2042" }>,
  board: Bf2042Loadout["primary"]["board"],
): readonly Part[] {
  const ids = BOARD_SLOTS.flatMap((slot) => board[slot].slice(0, 1));
  return (attachments?.options ?? []).filter(({ id }) => ids.includes(id));
}
