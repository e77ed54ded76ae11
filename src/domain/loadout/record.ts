// The record of figures a loadout was made with, and what other records give differently for its guns.
import { type Bf2042Arsenal, weaponAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { type Layer, PATCHES, type Patch, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Bf2042Attachments } from "#domain/game-data/schemas/attachment.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import { type Choice, getBallistics, getChoice } from "#domain/weapons/ballistics.ts";
import { type Change, getChanges } from "#domain/weapons/record-changes.ts";
import type { Bf2042Carried, Loadout } from "./loadout.ts";

/** Version 0.1.0 showed the figures of one record alone, and its loadouts do not name it. */
const FIRST_SHOWN = "6.2.0" satisfies Patch;

/** The record the loadout was made with; null in Battlefield 4, whose figures have one layer. */
export function getRecord(loadout: Loadout): Patch | null {
  return loadout.game === "bf2042" ? (loadout.patch ?? FIRST_SHOWN) : null;
}

/** The loadout as made with the figures of this layer; Season 2 is no record of the sheet, so the shown one stands in. */
export function withRecord(loadout: Loadout, layer: Layer): Loadout {
  if (loadout.game !== "bf2042") return loadout;
  return { ...loadout, patch: PATCHES.find((patch) => patch === layer) ?? SHOWN_PATCH };
}

/** What a player chose of it: two loadouts are the same whatever record they were made with. */
export function withoutRecord(loadout: Loadout): Loadout {
  if (loadout.game !== "bf2042") return loadout;
  const { patch: _, ...choices } = loadout;
  return choices;
}

/** What is mounted at the start: the first part of each slot of the board. */
export function getMounted(board: Bf2042Carried["board"], attachments: Bf2042Attachments | null): Choice {
  const mounted = BOARD_SLOTS.flatMap((slot) => board[slot].slice(0, 1));
  return getChoice((attachments?.options ?? []).filter(({ id }) => mounted.includes(id)));
}

/** What the gun with what is mounted has otherwise at the second of two records; a line that either does not list is unknown. */
export function compareRecords(
  [before, after]: readonly [Bf2042Weapon, Bf2042Weapon],
  attachments: Bf2042Attachments | null,
  board: Bf2042Carried["board"],
): readonly Change[] {
  const mounted = getMounted(board, attachments);
  const [old, now] = [before, after].map((weapon) => {
    const pair = getBallistics(weapon, mounted)?.configuration;
    return weapon.configurations.find(
      ({ barrel, ammunition }) => barrel === pair?.barrel && ammunition === pair.ammunition,
    );
  });
  return old && now ? getChanges(old, now) : [];
}

/** The guns whose shown figures differ from those of the record the loadout was made with. */
export function listChangedWeapons(loadout: Loadout, arsenal: Bf2042Arsenal): readonly string[] {
  const record = getRecord(loadout);
  if (loadout.game !== "bf2042" || record === null || record === SHOWN_PATCH) return [];
  return [loadout.primary, loadout.sidearm].flatMap(({ weaponId, board }) => {
    const weapon = arsenal.weapons.get(weaponId ?? "");
    if (!weapon) return [];
    const before = weaponAtLayer(weapon, record, arsenal.records);
    const after = weaponAtLayer(weapon, SHOWN_PATCH, arsenal.records);
    const attachments = arsenal.attachments.get(weapon.id) ?? null;
    return compareRecords([before, after], attachments, board).length > 0 ? [weapon.id] : [];
  });
}
