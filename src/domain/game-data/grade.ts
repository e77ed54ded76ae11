/** How far a source is trusted, best first. */
export const GRADES = ["A", "B", "C", "M"] as const;

export type Grade = (typeof GRADES)[number];

/** What a grade means, in the words of the screen. */
export const GRADE_TITLES = {
  A: "Game data",
  B: "Community measurement",
  C: "Typed by hand",
  M: "From memory",
} as const satisfies Record<Grade, string>;
