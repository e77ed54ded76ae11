// A weapon as a loadout carries it, and the times to kill that every screen names of it.
import type { Weapon } from "#domain/game-data/arsenal.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import { type Ballistics, type Choice, getBallistics, getChoice } from "#domain/weapons/ballistics.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { type Bf2042Loadout, isVehicleLoadout, type Loadout, type SoldierLoadout } from "./loadout.ts";

/** Metres at which cards, share pages and pictures name the time to kill: close, medium and long range. */
export const HEADLINE_RANGES_M = [10, 30, 75] as const;

/** Null where a figure is not public; `isMinimum` where the kill needs more than one burst. */
export type Headline = { rangeM: number; ttkMs: number | null; isMinimum: boolean };

/** What of a part decides which figures a gun has: Battlefield 2042's barrels and ammunition. */
type ChoosingPart = Pick<Bf2042Part, "id" | "slot" | "barrel" | "ammunition">;
export type ChoosingParts = { readonly options: readonly ChoosingPart[] };

/** The part of an arsenal that times are computed from; an Arsenal is one. By weapon id; only parts of 2042 count. */
export type Figures = {
  readonly weapons: ReadonlyMap<string, Weapon>;
  readonly attachments: ReadonlyMap<string, ChoosingParts | object>;
};

/** The parts of a gun that choose its figures; null where it has none. */
export function getChoosingParts({ attachments }: Figures, weaponId: string): ChoosingParts | null {
  const parts = attachments.get(weaponId);
  return parts && "options" in parts ? parts : null;
}

/** What is mounted at the start: the first part of each slot of the board. */
export function getMounted(board: Bf2042Loadout["primary"]["board"], attachments: ChoosingParts | null): Choice {
  const mounted = BOARD_SLOTS.flatMap((slot) => board[slot].slice(0, 1));
  return getChoice((attachments?.options ?? []).filter(({ id }) => mounted.includes(id)));
}

/**
 * The figures of a weapon as a loadout carries it: in 2042 with the first part of each slot of its board. Null where the sheet
 * does not list what is mounted.
 */
export function getBuild(
  weapon: Weapon,
  attachments: ChoosingParts | null,
  weaponChoice: SoldierLoadout["primary"],
): Ballistics | null {
  return "board" in weaponChoice
    ? getBallistics(weapon, getMounted(weaponChoice.board, attachments))
    : getBallistics(weapon);
}

/** The times to kill a soldier of full health by hits to the body, every shot hitting. */
export function listHeadlines(build: Ballistics | null, combat: Combat): readonly Headline[] {
  const hitPoints = getHealth(combat, "normal");
  return HEADLINE_RANGES_M.map((rangeM) => {
    if (!build) return { rangeM, ttkMs: null, isMinimum: false };
    const { ttkMs, isMinimum } = getLethality(build, { rangeM, heads: 0, hitPoints });
    return { rangeM, ttkMs, isMinimum };
  });
}

/** The same of a loadout's primary weapon, with the shown record's figures; empty for a vehicle or without a primary. */
export function getLoadoutHeadlines(loadout: Loadout, arsenal: Figures & { combat: Combat }): readonly Headline[] {
  const hasPrimary = !isVehicleLoadout(loadout) && arsenal.weapons.has(loadout.primary.weaponId ?? "");
  return hasPrimary ? listHeadlines(getPrimaryBuild(loadout, arsenal), arsenal.combat) : [];
}

/** The figures of a loadout's primary weapon as it is carried; null where they are not public, or there is none. */
export function getPrimaryBuild(loadout: Loadout, figures: Figures): Ballistics | null {
  if (isVehicleLoadout(loadout)) return null;
  const weapon = figures.weapons.get(loadout.primary.weaponId ?? "");
  return weapon ? getBuild(weapon, getChoosingParts(figures, weapon.id), loadout.primary) : null;
}
