// The record of figures that a loadout was made with, and its guns' differences from other records.
import { type Layer, PATCHES, type Patch, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { type Change, getChanges } from "#domain/weapons/record-changes.ts";
import { type ChoosingParts, type Figures, getChoosingParts, getMounted } from "./build.ts";
import type { Bf2042Carried, Loadout } from "./loadout.ts";

/** The only record that version 0.1.0 showed; its loadouts do not name a record. */
const FIRST_SHOWN = "6.2.0" satisfies Patch;

/** Returns the record the loadout was made with; null in Battlefield 4, whose figures have one layer. */
export function getRecord(loadout: Loadout): Patch | null {
  return loadout.game === "bf2042" ? (loadout.patch ?? FIRST_SHOWN) : null;
}

/** Returns the loadout with this layer as its record. Season 2 is not a record of the sheet, so the default record replaces it. */
export function withRecord(loadout: Loadout, layer: Layer): Loadout {
  if (loadout.game !== "bf2042") return loadout;
  return { ...loadout, patch: PATCHES.find((patch) => patch === layer) ?? SHOWN_PATCH };
}

/** Returns the changes of the gun's figures between two records, with its mounted parts; empty if a record does not list them. */
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

/** Returns the guns whose figures in `shown` and `recorded` differ; a gun that one of them lacks is omitted. */
export function listChangedWeapons(loadout: Loadout, shown: Figures, recorded: Figures): readonly string[] {
  if (loadout.game !== "bf2042") return [];
  return [loadout.primary, loadout.sidearm].flatMap(({ weaponId, board }) => {
    const [before, after] = [recorded, shown].map(({ weapons }) => weapons.get(weaponId ?? ""));
    if (before?.game !== "bf2042" || after?.game !== "bf2042") return [];
    return compareRecords([before, after], getChoosingParts(shown, after.id), board).length > 0 ? [after.id] : [];
  });
}
