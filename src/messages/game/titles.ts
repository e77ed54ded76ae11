// The titles of classes, slots, weapon classes, grades and patches.
import type { Grade } from "#domain/game-data/figure.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { LAYERS, type Layer, SEASON_TWO, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { BoardSlot, ClassSlot, KitSlot, PartSlot } from "#domain/game-data/slot.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";

/** The four kits of Battlefield 4, and the classes of Battlefield 2042. */
export const KIT_TITLES: Readonly<Record<KitId, string>> = {
  get assault() {
    return m.game_kit_assault();
  },
  get engineer() {
    return m.game_kit_engineer();
  },
  get support() {
    return m.game_kit_support();
  },
  get recon() {
    return m.game_kit_recon();
  },
};

/** The slots of a Battlefield 4 kit. */
export const KIT_SLOT_TITLES: Readonly<Record<KitSlot, string>> = {
  get primary() {
    return m.game_kit_slot_primary();
  },
  get sidearm() {
    return m.game_kit_slot_sidearm();
  },
  get gadget1() {
    return m.game_kit_slot_gadget1();
  },
  get gadget2() {
    return m.game_kit_slot_gadget2();
  },
  get grenade() {
    return m.game_kit_slot_grenade();
  },
  get melee() {
    return m.game_kit_slot_melee();
  },
  get fieldUpgrade() {
    return m.game_kit_slot_field_upgrade();
  },
};

/** The slots of a Battlefield 2042 loadout. */
export const CLASS_SLOT_TITLES: Readonly<Record<ClassSlot, string>> = {
  get specialist() {
    return m.game_class_slot_specialist();
  },
  get primary() {
    return m.game_class_slot_primary();
  },
  get sidearm() {
    return m.game_class_slot_sidearm();
  },
  get gadget1() {
    return m.game_class_slot_gadget1();
  },
  get gadget2() {
    return m.game_class_slot_gadget2();
  },
  get throwable() {
    return m.game_class_slot_throwable();
  },
};

/** The slots of a Battlefield 4 weapon. */
export const PART_SLOT_TITLES: Readonly<Record<PartSlot, string>> = {
  get optic() {
    return m.game_part_slot_optic();
  },
  get accessory() {
    return m.game_part_slot_accessory();
  },
  get barrel() {
    return m.game_part_slot_barrel();
  },
  get underbarrel() {
    return m.game_part_slot_underbarrel();
  },
  get auxiliary() {
    return m.game_part_slot_auxiliary();
  },
  get ammo() {
    return m.game_part_slot_ammo();
  },
};

/** The slots of the Plus board of a Battlefield 2042 weapon. */
export const BOARD_SLOT_TITLES: Readonly<Record<BoardSlot, string>> = {
  get sight() {
    return m.game_board_slot_sight();
  },
  get ammunition() {
    return m.game_board_slot_ammunition();
  },
  get underbarrel() {
    return m.game_board_slot_underbarrel();
  },
  get barrel() {
    return m.game_board_slot_barrel();
  },
};

/** Weapon classes of both games. */
export const WEAPON_CLASS_TITLES: Readonly<Record<WeaponClass, string>> = {
  get "assault-rifle"() {
    return m.game_weapon_class_assault_rifle();
  },
  get carbine() {
    return m.game_weapon_class_carbine();
  },
  get pdw() {
    return m.game_weapon_class_pdw();
  },
  get smg() {
    return m.game_weapon_class_smg();
  },
  get lmg() {
    return m.game_weapon_class_lmg();
  },
  get dmr() {
    return m.game_weapon_class_dmr();
  },
  get "sniper-rifle"() {
    return m.game_weapon_class_sniper_rifle();
  },
  get shotgun() {
    return m.game_weapon_class_shotgun();
  },
  get sidearm() {
    return m.game_weapon_class_sidearm();
  },
  get utility() {
    return m.game_weapon_class_utility();
  },
  get launcher() {
    return m.game_weapon_class_launcher();
  },
};

/** What the grade of a source means. */
export const GRADE_TITLES: Readonly<Record<Grade, string>> = {
  get A() {
    return m.game_grade_a();
  },
  get B() {
    return m.game_grade_b();
  },
  get C() {
    return m.game_grade_c();
  },
  get M() {
    return m.game_grade_m();
  },
};

function getLayerTitle(layer: Layer): string {
  if (layer === SHOWN_PATCH) return m.game_patch_last({ patch: layer });
  return layer === SEASON_TWO ? m.game_patch_season_two() : layer;
}

/** Every layer of figures with its title, for a control that chooses one. */
export const getLayerChoices = (): readonly { value: Layer; label: string }[] =>
  LAYERS.map((layer) => ({ value: layer, label: getLayerTitle(layer) }));

/** The title of a slot id: "gunner-optics" becomes "Gunner optics". */
export function vehicleSlotTitle(slot: string): string {
  if (slot === "simple-optics") return m.game_vehicle_slot_optics();
  if (slot === "upgrades") return m.game_vehicle_slot_upgrade();
  const words = slot.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
