/** The tables of a soldier's statistics, in the order of the screen. Imports no schema, so the browser can load it without zod. */
export const TABLES = ["weapons", "vehicles", "classes", "modes", "maps", "gadgets"] as const;

export type TableId = (typeof TABLES)[number];
