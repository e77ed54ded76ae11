import type { KitId } from "#domain/game-data/kit-id.ts";
import type { BoardSlot, ClassSlot, KitSlot, PartSlot } from "#domain/game-data/slot.ts";

type WeaponSlot = "primary" | "sidearm";

/** A broken rule of a loadout, with the slot it concerns. `rule` is never renamed, as clients read it. */
export type Violation =
  | { rule: "other-game" }
  | { rule: "empty-slot"; slot: KitSlot | ClassSlot }
  | { rule: "unknown-weapon"; slot: WeaponSlot; weaponId: string }
  | { rule: "weapon-not-for-slot"; slot: WeaponSlot; weaponId: string }
  | { rule: "weapon-not-for-kit"; slot: WeaponSlot; weaponId: string; kitId: KitId }
  /** Battlefield 2042: a weapon of Portal's older eras. */
  | { rule: "weapon-only-in-portal"; slot: WeaponSlot; weaponId: string }
  | {
      rule: "part-does-not-fit";
      slot: WeaponSlot;
      weaponId: string;
      partSlot: PartSlot | BoardSlot;
      partId: string;
    }
  | { rule: "parts-exclude-each-other"; slot: WeaponSlot; weaponId: string; partIds: [string, string] }
  | { rule: "part-needs-optic"; slot: WeaponSlot; weaponId: string; partId: string; opticIds: string[] }
  | { rule: "too-many-parts"; slot: WeaponSlot; weaponId: string; partSlot: BoardSlot; limit: number }
  | { rule: "same-part-twice"; slot: WeaponSlot; weaponId: string; partSlot: BoardSlot; partId: string }
  | { rule: "unknown-item"; slot: KitSlot | ClassSlot; itemId: string }
  | { rule: "item-not-for-slot"; slot: KitSlot; itemId: string }
  | { rule: "item-not-for-kit"; slot: KitSlot; itemId: string; kitId: KitId }
  | { rule: "one-per-category"; slot: "gadget2"; itemIds: [string, string]; category: string }
  | { rule: "same-gadget-twice"; slot: "gadget2"; itemId: string }
  | { rule: "gadget-not-for-class"; slot: "gadget1" | "gadget2"; itemId: string; kitId: KitId }
  | { rule: "throwable-not-for-class"; slot: "throwable"; itemId: string; kitId: KitId }
  | { rule: "specialist-not-for-class"; slot: "specialist"; specialistId: string; kitId: KitId }
  | { rule: "unknown-vehicle-class"; slot: "vehicleClass"; vehicleClassId: string }
  /** Slots of vehicles have the ids of the data, such as "gunner-optics". */
  | { rule: "slot-not-of-vehicle"; slot: string; vehicleClassId: string }
  | { rule: "option-not-for-slot"; slot: string; vehicleClassId: string; optionId: string };
