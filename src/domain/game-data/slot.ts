// The slots of a loadout, in the order of the screen.

/** The slots of a Battlefield 4 kit. */
export const KIT_SLOTS = ["primary", "sidearm", "gadget1", "gadget2", "grenade", "melee", "fieldUpgrade"] as const;
export type KitSlot = (typeof KIT_SLOTS)[number];

/** The slots of a Battlefield 4 weapon. */
export const PART_SLOTS = ["optic", "accessory", "barrel", "underbarrel", "auxiliary", "ammo"] as const;
export type PartSlot = (typeof PART_SLOTS)[number];

/** The slots of the Plus board, in which players swap parts of a Battlefield 2042 weapon during a match. */
export const BOARD_SLOTS = ["sight", "ammunition", "underbarrel", "barrel"] as const;
export type BoardSlot = (typeof BOARD_SLOTS)[number];

/** Maximum number of parts in a slot of the Plus board. */
export const BOARD_LIMIT = 3;

/** The slots of a Battlefield 2042 loadout. */
const CLASS_SLOTS = ["specialist", "primary", "sidearm", "gadget1", "gadget2", "throwable"] as const;
export type ClassSlot = (typeof CLASS_SLOTS)[number];
