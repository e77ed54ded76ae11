import type { TableId } from "#domain/soldier/figures/table-id.ts";

export const TABLE_TITLES: Record<TableId, string> = {
  weapons: "Weapons",
  vehicles: "Vehicles",
  classes: "Classes",
  modes: "Modes",
  maps: "Maps",
  gadgets: "Gadgets",
};

/** What one row is. */
export const ROW_TITLES: Record<TableId, string> = {
  weapons: "Weapon",
  vehicles: "Vehicle",
  classes: "Class",
  modes: "Mode",
  maps: "Map",
  gadgets: "Gadget",
};
