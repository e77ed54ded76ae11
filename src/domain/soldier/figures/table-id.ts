/** The lists of a soldier's statistics, in the order of the screen. Here without a schema, so that a page can name them alone. */
export const TABLES = ["weapons", "vehicles", "classes", "modes", "maps", "gadgets"] as const;

export type TableId = (typeof TABLES)[number];
