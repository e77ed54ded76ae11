import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { type Ballistics, getBallistics, UNKNOWN_BALLISTICS } from "#domain/weapons/ballistics.ts";
import { getMultipliers, type Multipliers } from "#domain/weapons/hit-zones.ts";
import type { Weapon } from "./arsenal.ts";
import { KIT_IDS, type KitId } from "./kit-id.ts";
import type { Patch } from "./patch.ts";
import type { ERAS } from "./schemas/bf2042-weapon.ts";
import type { WeaponClass } from "./weapon-class.ts";

/** One row of the arsenal. Figures are those of `Ballistics`, the weapon as issued. */
export type WeaponSummary = Pick<
  Ballistics,
  | "damage"
  | "rateOfFireRpm"
  | "hasBurstsOnly"
  | "bursts"
  | "shellDamage"
  | "velocityMps"
  | "headMultiplier"
  | "pellets"
  | "magazine"
  | "reloadedRounds"
  | "reload"
  | "sourceIds"
  | "disagree"
> & {
  id: string;
  name: string;
  class: WeaponClass;
  /** Kits or classes that may carry it; empty for weapons of the map and of Portal. */
  kitIds: readonly KitId[];
  /** Where it is carried: a loadout, Portal's older eras, or found on the map. */
  availability: "loadout" | "portal" | "map";
  /** The game of Portal that a weapon of an older era comes from. */
  era?: (typeof ERAS)[number];
  /** Rounds a minute inside a burst; null for a weapon without bursts, or without a public rate of them. */
  burstRpm: number | null;
  /** Battlefield 2042: records that differ from the one before in damage, velocity or rate of fire, newest first. */
  changedAt?: readonly Patch[];
  /** Factors of a hit by part of the body, and of the chest behind BF4's Defensive upgrade. */
  multipliers: Multipliers;
};

/** The weapon as the arsenal table lists it. */
export function summarizeWeapon(weapon: Weapon, combat: Combat): WeaponSummary {
  const { ratesOfFireRpm, configuration, ...figures } = getBallistics(weapon) ?? UNKNOWN_BALLISTICS;
  return {
    id: weapon.id,
    name: weapon.name,
    class: weapon.class,
    ...getCarriers(weapon),
    ...figures,
    burstRpm: ratesOfFireRpm.burst,
    multipliers: getMultipliers(weapon, combat),
  };
}

/** Where the weapon is carried, and by whom. */
export function getCarriers(weapon: Weapon): Pick<WeaponSummary, "kitIds" | "availability" | "era"> {
  const availability = getUnlockText(weapon);
  const [era] = weapon.game === "bf2042" && availability === "portal" ? weapon.eras : [];
  return { kitIds: getKitIds(weapon), availability, ...(era && { era }) };
}

function getKitIds(weapon: Weapon): readonly KitId[] {
  if (weapon.game === "bf4") return weapon.kitIds;
  return weapon.allOutWarfare ? KIT_IDS : [];
}

function getUnlockText(weapon: Weapon): WeaponSummary["availability"] {
  if (weapon.game === "bf4") return weapon.slots.length > 0 ? "loadout" : "map";
  return weapon.allOutWarfare ? "loadout" : "portal";
}
