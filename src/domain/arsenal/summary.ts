import { type Ballistics, ballisticsOf } from "./ballistics.ts";
import type { Combat } from "./combat.ts";
import type { KitId } from "./kit-id.ts";
import { KIT_IDS } from "./kit-id.ts";
import { type Multipliers, multipliersOf } from "./multipliers.ts";
import type { Weapon } from "./weapon.ts";
import type { WeaponClass } from "./weapon-class.ts";

/** One row of the arsenal. Figures are those of `Ballistics`, the weapon as issued. */
export type WeaponSummary = Pick<
  Ballistics,
  "damage" | "rateOfFireRpm" | "velocityMps" | "headMultiplier" | "pellets" | "magazine" | "sourceIds" | "disagree"
> & {
  id: string;
  name: string;
  class: WeaponClass;
  /** Kits or classes that may carry it; empty for weapons of the map and of Portal. */
  kitIds: readonly KitId[];
  /** Where it is carried: a loadout, Portal's older eras, or found on the map. */
  found: "loadout" | "portal" | "map";
  /** Rounds a minute inside a burst; null for a weapon without bursts, or without a public rate of them. */
  burstRpm: number | null;
  /** Seconds of a reload with a round left; null where unknown or done round by round. */
  reloadS: number | null;
  /** Factors of a hit by part of the body, and of the chest behind BF4's Defensive upgrade. */
  multipliers: Multipliers;
};

/** The weapon as the arsenal table lists it. */
export function summaryOf(weapon: Weapon, combat: Combat): WeaponSummary {
  const { reload, ratesOfFireRpm, configuration, ...figures } = ballisticsOf(weapon) ?? UNKNOWN;
  return {
    id: weapon.id,
    name: weapon.name,
    class: weapon.class,
    ...carriersOf(weapon),
    ...figures,
    burstRpm: ratesOfFireRpm.burst,
    reloadS: reload?.tacticalS ?? null,
    multipliers: multipliersOf(weapon, combat),
  };
}

const UNKNOWN: Ballistics = {
  damage: null,
  rateOfFireRpm: null,
  ratesOfFireRpm: { auto: null, burst: null, single: null },
  velocityMps: null,
  headMultiplier: null,
  pellets: null,
  magazine: null,
  reload: null,
  configuration: null,
  sourceIds: {},
  disagree: false,
};

/** Where the weapon is carried, and by whom. */
export function carriersOf(weapon: Weapon): Pick<WeaponSummary, "kitIds" | "found"> {
  return { kitIds: kitIdsOf(weapon), found: foundIn(weapon) };
}

function kitIdsOf(weapon: Weapon): readonly KitId[] {
  if (weapon.game === "bf4") return weapon.kitIds;
  return weapon.allOutWarfare ? KIT_IDS : [];
}

function foundIn(weapon: Weapon): WeaponSummary["found"] {
  if (weapon.game === "bf4") return weapon.slots.length > 0 ? "loadout" : "map";
  return weapon.allOutWarfare ? "loadout" : "portal";
}
