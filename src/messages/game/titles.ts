// The titles of classes, slots, weapon classes, grades and patches.

import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import type { Grade } from "#domain/game-data/figure.ts";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import { LAYERS, type Layer, SEASON_TWO, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { BoardSlot, ClassSlot, KitSlot, PartSlot } from "#domain/game-data/slot.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

/** The choices of a control for the game. */
export const GAME_CHOICES = GAMES.map((value) => ({ value, label: GAME_TITLES[value] }));

/** The four kits of Battlefield 4, and the classes of Battlefield 2042. */
export const KIT_TITLES = createTexts<KitId>({
  assault: m.game_kit_assault,
  engineer: m.game_kit_engineer,
  support: m.game_kit_support,
  recon: m.game_kit_recon,
});

/** The choices of a control for the kit. */
export const KIT_CHOICES = KIT_IDS.map((value) => ({ value, label: KIT_TITLES[value] }));

/** The number of kits, and of classes in Battlefield 2042. */
const KIT_COUNT = 4;

/** Returns the titles of the kits that can carry an item, or "All kits"; Battlefield 2042 calls its kits classes. */
export function listCarriers(game: GameId, kitIds: readonly KitId[]): readonly string[] {
  if (kitIds.length < KIT_COUNT) return kitIds.map((id) => KIT_TITLES[id]);
  return [game === "bf4" ? m.common_all_kits() : m.common_all_classes()];
}

/** The classes of Battlefield 4 vehicles, by the ids of their loadouts. */
const VEHICLE_CLASS_TITLES: Readonly<Record<string, () => string>> = {
  vehiclembt: m.entry_main_battle_tanks,
  vehicleifv: m.entry_infantry_fighting_vehicles,
  vehicleaa: m.entry_mobile_anti_air,
  vehicleattackboat: m.entry_attack_boats,
  vehiclestealthjet: m.entry_stealth_jets,
  vehicleattackjet: m.entry_attack_jets,
  vehiclescoutheli: m.entry_scout_helicopters,
  vehicleattackheli: m.entry_attack_helicopters,
  transports: m.entry_transports,
};

/** Returns the title of a class of vehicles; its name in the data if it has no title yet. */
export const getVehicleClassTitle = ({ id, name }: { id: string; name: string }): string =>
  VEHICLE_CLASS_TITLES[id]?.() ?? name;

/** The slots of a Battlefield 4 kit. */
export const KIT_SLOT_TITLES = createTexts<KitSlot>({
  primary: m.game_kit_slot_primary,
  sidearm: m.game_kit_slot_sidearm,
  gadget1: m.game_kit_slot_gadget1,
  gadget2: m.game_kit_slot_gadget2,
  grenade: m.game_kit_slot_grenade,
  melee: m.game_kit_slot_melee,
  fieldUpgrade: m.game_kit_slot_field_upgrade,
});

/** The slots of a Battlefield 2042 loadout. */
export const CLASS_SLOT_TITLES = createTexts<ClassSlot>({
  specialist: m.game_class_slot_specialist,
  primary: m.game_class_slot_primary,
  sidearm: m.game_class_slot_sidearm,
  gadget1: m.game_class_slot_gadget1,
  gadget2: m.game_class_slot_gadget2,
  throwable: m.game_class_slot_throwable,
});

/** The slots of a Battlefield 4 weapon. */
export const PART_SLOT_TITLES = createTexts<PartSlot>({
  optic: m.game_part_slot_optic,
  accessory: m.game_part_slot_accessory,
  barrel: m.game_part_slot_barrel,
  underbarrel: m.game_part_slot_underbarrel,
  auxiliary: m.game_part_slot_auxiliary,
  ammo: m.game_part_slot_ammo,
});

/** The slots of the Plus board of a Battlefield 2042 weapon. */
export const BOARD_SLOT_TITLES = createTexts<BoardSlot>({
  sight: m.game_board_slot_sight,
  ammunition: m.game_board_slot_ammunition,
  underbarrel: m.game_board_slot_underbarrel,
  barrel: m.game_board_slot_barrel,
});

/** Weapon classes of both games. */
export const WEAPON_CLASS_TITLES = createTexts<WeaponClass>({
  "assault-rifle": m.game_weapon_class_assault_rifle,
  carbine: m.game_weapon_class_carbine,
  pdw: m.game_weapon_class_pdw,
  smg: m.game_weapon_class_smg,
  lmg: m.game_weapon_class_lmg,
  dmr: m.game_weapon_class_dmr,
  "sniper-rifle": m.game_weapon_class_sniper_rifle,
  shotgun: m.game_weapon_class_shotgun,
  sidearm: m.game_weapon_class_sidearm,
  utility: m.game_weapon_class_utility,
  launcher: m.game_weapon_class_launcher,
});

/** The meanings of the grades of sources. */
export const GRADE_TITLES = createTexts<Grade>({
  A: m.game_grade_a,
  B: m.game_grade_b,
  C: m.game_grade_c,
  M: m.game_grade_m,
});

/** Formats a grade with its meaning: "B: Community measurement". */
export const formatGrade = (grade: Grade): string => m.game_grade_meaning({ grade, title: GRADE_TITLES[grade] });

function getLayerTitle(layer: Layer): string {
  if (layer === SHOWN_PATCH) return m.game_patch_last({ patch: layer });
  return layer === SEASON_TWO ? m.game_patch_season_two() : layer;
}

/** Returns the choices of a control for the layer of figures. */
export const getLayerChoices = (): readonly { value: Layer; label: string }[] =>
  LAYERS.map((layer) => ({ value: layer, label: getLayerTitle(layer) }));
