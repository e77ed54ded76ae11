import { type Ballistics, getBallistics, UNKNOWN_BALLISTICS } from "#domain/weapons/ballistics.ts";
import type { Weapon } from "./arsenal.ts";
import { KIT_IDS, type KitId } from "./kit-id.ts";
import type { Patch } from "./patch.ts";
import type { ERAS } from "./schemas/bf2042-weapon.ts";
import type { WeaponClass } from "./weapon-class.ts";

/** One row of the arsenal table. The figures are those of `Ballistics` for the weapon with its default parts. */
export type WeaponSummary = Pick<
  Ballistics,
  | "damage"
  | "rateOfFireRpm"
  | "hasBurstsOnly"
  | "bursts"
  | "shellDamage"
  | "velocityMps"
  | "headMultiplier"
  | "multiplierGroupId"
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
  /** Kits or classes that may carry the weapon; empty for weapons found on the map and those of Portal. */
  kitIds: readonly KitId[];
  /** Where the weapon is available: in a loadout, in Portal's older eras, or on the map. */
  availability: "loadout" | "portal" | "map";
  /** The older game that a weapon of Portal comes from. */
  era?: (typeof ERAS)[number];
  /** Rounds per minute inside a burst; null without a burst mode or without a public rate. */
  burstRpm: number | null;
  /** Battlefield 2042: records that differ from the previous record in damage, velocity or rate of fire, newest first. */
  changedAt?: readonly Patch[];
};

/** The weapon as the arsenal table lists it. */
export function summarizeWeapon(weapon: Weapon): WeaponSummary {
  const { ratesOfFireRpm, configuration, ...figures } = getBallistics(weapon) ?? UNKNOWN_BALLISTICS;
  return {
    id: weapon.id,
    name: weapon.name,
    class: weapon.class,
    ...getCarriers(weapon),
    ...figures,
    burstRpm: ratesOfFireRpm.burst,
  };
}

/** Returns where the weapon is available, and the kits that may carry it. */
export function getCarriers(weapon: Weapon): Pick<WeaponSummary, "kitIds" | "availability" | "era"> {
  const availability = getAvailability(weapon);
  const [era] = weapon.game === "bf2042" && availability === "portal" ? weapon.eras : [];
  return { kitIds: getKitIds(weapon), availability, ...(era && { era }) };
}

function getKitIds(weapon: Weapon): readonly KitId[] {
  if (weapon.game === "bf4") return weapon.kitIds;
  return weapon.allOutWarfare ? KIT_IDS : [];
}

function getAvailability(weapon: Weapon): WeaponSummary["availability"] {
  if (weapon.game === "bf4") return weapon.slots.length > 0 ? "loadout" : "map";
  return weapon.allOutWarfare ? "loadout" : "portal";
}
