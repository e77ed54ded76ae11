// The slots a loadout has, in the order of the screen.

/** The slots of a Battlefield 4 kit. */
export const KIT_SLOTS = ["primary", "sidearm", "gadget1", "gadget2", "grenade", "melee", "fieldUpgrade"] as const;
export type KitSlot = (typeof KIT_SLOTS)[number];

export const KIT_SLOT_TITLES = {
  primary: "Primary",
  sidearm: "Sidearm",
  gadget1: "Gadget 1",
  gadget2: "Gadget 2",
  grenade: "Grenade",
  melee: "Melee",
  fieldUpgrade: "Field upgrade",
} as const satisfies Record<KitSlot, string>;

/** The slots of a Battlefield 4 weapon. */
export const PART_SLOTS = ["optic", "accessory", "barrel", "underbarrel", "auxiliary", "ammo"] as const;
export type PartSlot = (typeof PART_SLOTS)[number];

export const PART_SLOT_TITLES = {
  optic: "Optic",
  accessory: "Accessory",
  barrel: "Barrel",
  underbarrel: "Underbarrel",
  auxiliary: "Auxiliary",
  ammo: "Ammo",
} as const satisfies Record<PartSlot, string>;

/** The slots of the Plus board, which swaps parts of a Battlefield 2042 weapon in play. */
export const BOARD_SLOTS = ["sight", "ammunition", "underbarrel", "barrel"] as const;
export type BoardSlot = (typeof BOARD_SLOTS)[number];

export const BOARD_SLOT_TITLES = {
  sight: "Sight",
  ammunition: "Ammunition",
  underbarrel: "Underbarrel",
  barrel: "Barrel",
} as const satisfies Record<BoardSlot, string>;

/** Parts one slot of the board carries at a time. */
export const BOARD_LIMIT = 3;

/** The slots of a Battlefield 2042 loadout. */
const CLASS_SLOTS = ["specialist", "primary", "sidearm", "gadget1", "gadget2", "throwable"] as const;
export type ClassSlot = (typeof CLASS_SLOTS)[number];

export const CLASS_SLOT_TITLES = {
  specialist: "Specialist",
  primary: "Primary",
  sidearm: "Sidearm",
  gadget1: "Gadget 1",
  gadget2: "Gadget 2",
  throwable: "Throwable",
} as const satisfies Record<ClassSlot, string>;
