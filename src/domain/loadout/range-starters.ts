// The range presets of a new loadout: for each kit, a complete build for each of three ranges, chosen by hand. A test checks their
// times to kill: "Close" is faster than "Medium" at 10 m, and "Long range" is the fastest of the three at 75 m.
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { BoardSlot, PartSlot } from "#domain/game-data/slot.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import { getLethality, type Lethal } from "#domain/weapons/lethality/at-range.ts";

const RANGES = [
  { id: "close", rangeM: 10 },
  { id: "medium", rangeM: 30 },
  { id: "long", rangeM: 75 },
] as const;

export type RangeId = (typeof RANGES)[number]["id"];

/** A part for each slot; null stands for the default part. In Battlefield 4, part ids omit the weapon's id as prefix. */
type Parts = Readonly<Partial<Record<PartSlot | BoardSlot, string | null>>>;

/** In Battlefield 2042 the ammunition is the default: every other type changes the damage, the magazine or the rate of fire. */
const PARTS: Record<GameId, Record<RangeId, Parts>> = {
  bf4: {
    close: { optic: "kobra-rds", accessory: "laser-sight", underbarrel: "stubby-grip" },
    medium: { optic: "holo-1x", barrel: "heavy-barrel", underbarrel: "angled-grip" },
    long: { optic: "acog-4x", barrel: "heavy-barrel", underbarrel: "angled-grip" },
  },
  bf2042: {
    close: { sight: "8r-holo", barrel: "warhawk-compensator", underbarrel: "ls-1-laser-sight" },
    medium: { sight: "bravo-3x", barrel: "warhawk-compensator", underbarrel: "cobra-grip" },
    long: { sight: "acog-4x", barrel: "warhawk-compensator", underbarrel: "cobra-grip" },
  },
};

/** A weapon, and the parts in which it differs from those of its range. */
type Choice = readonly [weaponId: string, parts?: Parts];

const CHOICES: Record<GameId, Record<KitId, Record<RangeId, Choice>>> = {
  bf4: {
    assault: { close: ["a-91"], medium: ["ace-23"], long: ["sks"] },
    engineer: { close: ["mp7", { underbarrel: null }], medium: ["mtar-21"], long: ["qbu-88"] },
    support: { close: ["sg553"], medium: ["m249"], long: ["m240b", { underbarrel: "bipod" }] },
    recon: { close: ["acw-r"], medium: ["ace-52-cqb"], long: ["m39-emr"] },
  },
  bf2042: {
    assault: { close: ["acw-r"], medium: ["aek-971"], long: ["m16a3"] },
    engineer: { close: ["pp-29", { underbarrel: null }], medium: ["avancys"], long: ["m240b"] },
    support: { close: ["ac9"], medium: ["mp9"], long: ["type-88-lmg", { underbarrel: "foregrip" }] },
    recon: { close: ["p90"], medium: ["gew-46"], long: ["svk", { sight: "m11-6x" }] },
  },
};

/** The gadgets and other items of each kit's presets, by the fields of a loadout. */
export const STARTER_GEAR = {
  bf4: {
    assault: { gadget1Id: "medic-bag", gadget2Id: "defibrillator", fieldUpgradeId: "combat-medic" },
    engineer: { gadget1Id: "mbt-law", gadget2Id: "repair-tool", fieldUpgradeId: "mechanic" },
    support: { gadget1Id: "ammo-box", gadget2Id: "c4-explosive1", fieldUpgradeId: "indirect-fire" },
    recon: { gadget1Id: "radio-beacon", gadget2Id: "motion-sensor", fieldUpgradeId: "spec-ops" },
  },
  bf2042: {
    assault: { gadgetIds: ["iba-armor-plate", "med-pen"], throwableId: "frag-grenade" },
    engineer: { gadgetIds: ["recoilless-m5", "repair-tool"], throwableId: "anti-tank-grenade" },
    support: { gadgetIds: ["ammo-crate", "defibrillator"], throwableId: "smoke-grenade" },
    recon: { gadgetIds: ["insertion-beacon", "prox-sensor"], throwableId: "emp-grenade" },
  },
} as const;

/** Returns the parts of this weapon in the kit's preset, by slot; null if no preset of the kit has the weapon. */
export function getStarterParts(game: GameId, kitId: KitId, weaponId: string): ReadonlyMap<string, string> | null {
  for (const { id } of RANGES) {
    const [presetWeaponId, parts] = CHOICES[game][kitId][id];
    if (presetWeaponId !== weaponId) continue;
    const all = Object.entries({ ...PARTS[game][id], ...parts });
    return new Map(all.flatMap(([slot, part]) => (part ? [[slot, part] as const] : [])));
  }
  return null;
}

/** Returns the range of the kit's preset that has this weapon; null if no preset has it. */
export const getStarterRange = (game: GameId, kitId: KitId, weaponId: string): RangeId | null =>
  RANGES.find(({ id }) => CHOICES[game][kitId][id][0] === weaponId)?.id ?? null;

export type Starter = (typeof RANGES)[number] & { weaponId: string; weaponName: string; ttkMs: number };

/** Returns the milliseconds to kill at a range with body shots; null if a figure is not public or the time is only a minimum. */
export function getExactTtkMs(weapon: Lethal, rangeM: number, hitPoints: number | null): number | null {
  const { ttkMs, isMinimum } = getLethality(weapon, { rangeM, heads: 0, hitPoints });
  return isMinimum ? null : ttkMs;
}

/** Returns a kit's preset for each range with its time to kill; a range without an exact time is omitted. */
export function listStarters(
  weapons: readonly WeaponSummary[],
  game: GameId,
  kitId: KitId,
  hitPoints: number | null,
): readonly Starter[] {
  return RANGES.flatMap((range) => {
    const [weaponId] = CHOICES[game][kitId][range.id];
    const weapon = weapons.find(({ id }) => id === weaponId);
    const ttkMs = weapon ? getExactTtkMs(weapon, range.rangeM, hitPoints) : null;
    return weapon && ttkMs !== null ? [{ ...range, weaponId, weaponName: weapon.name, ttkMs }] : [];
  });
}
