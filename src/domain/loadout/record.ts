// The record of figures a loadout was made with, and what other records give differently for its guns.
import { type Layer, PATCHES, type Patch, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { type Change, getChanges } from "#domain/weapons/record-changes.ts";
import { type ChoosingParts, type Figures, getChoosingParts, getMounted } from "./build.ts";
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

/** What the gun with what is mounted has otherwise at the second of two records; a line that either does not list is unknown. */
export function compareRecords(
  [before, after]: readonly [Bf2042Weapon, Bf2042Weapon],
  attachments: ChoosingParts | null,
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

/** The guns whose shown figures differ from those of the record the loadout was made with; one that a side lacks is left out. */
export function listChangedWeapons(loadout: Loadout, shown: Figures, recorded: Figures): readonly string[] {
  if (loadout.game !== "bf2042") return [];
  return [loadout.primary, loadout.sidearm].flatMap(({ weaponId, board }) => {
    const [before, after] = [recorded, shown].map(({ weapons }) => weapons.get(weaponId ?? ""));
    if (before?.game !== "bf2042" || after?.game !== "bf2042") return [];
    return compareRecords([before, after], getChoosingParts(shown, after.id), board).length > 0 ? [after.id] : [];
  });
}
