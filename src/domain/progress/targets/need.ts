// One thing to do for a target of Battlefield 4, and the units such things are counted in.

/**
 * What a need is counted in. Amounts of one unit compare, amounts of two never do, so lists go unit by unit in this order:
 * what a player does with one weapon first, what piles up by itself later. A feat is done or not; nothing adds up to it.
 */
export const NEED_UNITS = ["kills", "times", "score", "points", "seconds", "metres", "feat"] as const;

export type NeedUnit = (typeof NEED_UNITS)[number];

/** The units whose amounts add up to something. */
export const COUNTED_UNITS = NEED_UNITS.filter((unit): unit is CountedUnit => unit !== "feat");

export type CountedUnit = Exclude<NeedUnit, "feat">;

export type Need = {
  /** A key of `counter`; null where nothing counts it. */
  counter: string | null;
  /** How much of the unit in all; 1 of a feat. */
  amount: number;
  unit: NeedUnit;
  /** All of it in words, e.g. "50 kills with the AK-12". */
  says: string;
};

/** A need that is done or not. */
export const feat = (sentence: string, counter: string | null = null): Need => ({
  counter,
  amount: 1,
  unit: "feat",
  says: sentence,
});
