/** What a criterion of Battlefield 2042 counts toward, in the order of the screen. Imports no schema, so that the browser can load it without Zod. */
export const CRITERION_KINDS = [
  "weapon",
  "gadget",
  "vehicle",
  "set",
  "mastery",
  "badge",
  "assignment",
  "award",
  "ribbon",
] as const;

export type CriterionKind = (typeof CRITERION_KINDS)[number];
