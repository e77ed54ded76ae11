// The figures of a loadout's weapon with its parts, and the times to kill that every screen shows for it.
import type { Weapon } from "#domain/game-data/arsenal.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import { type Ballistics, type Choice, getBallistics, getChoice } from "#domain/weapons/ballistics.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { DEFAULT_SCENARIO, getTarget, type Scenario } from "#domain/weapons/scenario.ts";
import { type Bf2042Loadout, isVehicleLoadout, type Loadout, type SoldierLoadout } from "./loadout.ts";

/** The distances in metres at which cards, share pages and pictures show the time to kill: close, medium and long range. */
export const HEADLINE_RANGES_M = [10, 30, 75] as const;

/** A time to kill at a distance; null if a figure is not public, a minimum if the kill needs more than one burst. */
export type Headline = { rangeM: number; ttkMs: number | null; isMinimum: boolean };

/** The fields of a Battlefield 2042 part that select the gun's figures, namely its barrel and ammunition. */
type ChoosingPart = Pick<Bf2042Part, "id" | "slot" | "barrel" | "ammunition">;
export type ChoosingParts = { readonly options: readonly ChoosingPart[] };

/** The part of an arsenal that times to kill are computed from, by weapon id. Only parts of 2042 change figures. */
export type Figures = {
  readonly weapons: ReadonlyMap<string, Weapon>;
  readonly attachments: ReadonlyMap<string, ChoosingParts | object>;
};

/** Returns the parts that select the gun's figures; null if it has none. */
export function getChoosingParts({ attachments }: Figures, weaponId: string): ChoosingParts | null {
  const parts = attachments.get(weaponId);
  return parts && "options" in parts ? parts : null;
}

/** Returns the barrel and ammunition mounted at the start: the first part of each slot of the Plus board. */
export function getMounted(board: Bf2042Loadout["primary"]["board"], attachments: ChoosingParts | null): Choice {
  const mounted = BOARD_SLOTS.flatMap((slot) => board[slot].slice(0, 1));
  return getChoice((attachments?.options ?? []).filter(({ id }) => mounted.includes(id)));
}

/**
 * Returns the figures of a loadout's weapon, in 2042 with the first part of each slot of its Plus board. Returns null if the sheet
 * does not list the mounted parts.
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

/** Returns the times to kill in a scenario; by default those of a soldier with full health by body shots, if every shot hits. */
export function listHeadlines(
  build: Ballistics | null,
  combat: Combat,
  scenario: Scenario = DEFAULT_SCENARIO,
): readonly Headline[] {
  return HEADLINE_RANGES_M.map((rangeM) => {
    if (!build) return { rangeM, ttkMs: null, isMinimum: false };
    const { ttkMs, isMinimum } = getLethality(build, getTarget({ ...scenario, rangeM }, combat));
    return { rangeM, ttkMs, isMinimum };
  });
}

/** Returns the times to kill with a loadout's primary weapon; empty for a vehicle or without a primary. */
export function getLoadoutHeadlines(loadout: Loadout, arsenal: Figures & { combat: Combat }): readonly Headline[] {
  const hasPrimary = !isVehicleLoadout(loadout) && arsenal.weapons.has(loadout.primary.weaponId ?? "");
  return hasPrimary ? listHeadlines(getPrimaryBuild(loadout, arsenal), arsenal.combat) : [];
}

/** Returns the figures of a loadout's primary weapon with its parts; null if they are not public or there is no primary. */
export function getPrimaryBuild(loadout: Loadout, figures: Figures): Ballistics | null {
  if (isVehicleLoadout(loadout)) return null;
  const weapon = figures.weapons.get(loadout.primary.weaponId ?? "");
  return weapon ? getBuild(weapon, getChoosingParts(figures, weapon.id), loadout.primary) : null;
}
