import type { DBFieldAttribute } from "better-auth/db";

/** The column that the library leaves out of some of its tables: set when a row is made and each time it changes. */
export const updatedAt = {
  type: "date",
  required: false,
  input: false,
  defaultValue: () => new Date(),
  onUpdate: () => new Date(),
} satisfies DBFieldAttribute;
