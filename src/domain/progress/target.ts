// What is to be reached in Battlefield 4: an unlock, a rank, an award; and the needs, the single things to do for it.

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
  sentence: string;
};

/** A need that is done or not. */
export const feat = (sentence: string, counter: string | null = null): Need => ({
  counter,
  amount: 1,
  unit: "feat",
  sentence,
});

/** The kinds of targets, in the order of the screen. */
export const TARGET_KINDS = [
  "part",
  "weapon",
  "gadget",
  "option",
  "battlepack",
  "rank",
  "star",
  "assignment",
  "medal",
  "ribbon",
  "dogtag",
] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** Needs that have all to be met. */
export type Way = readonly Need[];

export type Target = {
  /** See `targetId`. */
  id: string;
  kind: TargetKind;
  name: string;
  /** The class it belongs to, in words: of weapons, of soldiers or of vehicles; else the words of its kind. */
  group: string;
  /** The weapon it belongs to. */
  weapon: { id: string; name: string } | null;
  /** Any of these ways reaches the target; empty where no source gives one. */
  ways: readonly Way[];
  /** The one need by which it is counted; null where several are, or none. */
  sole: Need | null;
  /** The need of a medal, whose amount only a source knows; null of any other target. */
  ribbons: Need | null;
  /** The counter of how often it was earned. */
  earned: string | null;
  /** Whether it is earned anew each time its one need is met once more. */
  repeats: boolean;
  /** The award that gives it, as a target of its own. */
  through: string | null;
  /** What comes with it, in words. */
  gives: readonly string[];
  sourceId: string;
};

type TargetInput = Pick<Target, "id" | "kind" | "name" | "group" | "ways" | "sourceId"> & Partial<Omit<Target, "sole">>;

/** A target, of which what is left out is nothing. */
export const getTarget = (input: TargetInput): Target => ({
  weapon: null,
  ribbons: null,
  earned: null,
  repeats: false,
  through: null,
  gives: [],
  ...input,
  sole: soleNeed(input.ways),
});

function soleNeed(ways: readonly Way[]): Need | null {
  const counted = ways.filter((way) => way.every(({ unit }) => unit !== "feat"));
  const [way] = counted;
  return counted.length === 1 && way?.length === 1 ? (way[0] ?? null) : null;
}

/** How much of it a tick by hand may say: times of what repeats, else as much as its one need; 1 where there is no one need. */
export const getWhole = (target: Target): number => (target.repeats ? 1 : (target.sole?.amount ?? 1));

/** The targets of one arsenal, ready to be asked about any soldier. */
export type Progress = {
  readonly targets: readonly Target[];
  readonly byId: ReadonlyMap<string, Target>;
  /** What a search looks through, by the target's id: see `plain`. */
  readonly words: ReadonlyMap<string, string>;
};

// Stable ids of Battlefield 4 targets: ticks and plans refer to them.

export const targetId = {
  /** A weapon's attachment. */
  part: (weaponId: string, partId: string) => `part:${weaponId}/${partId}`,
  /** A weapon, gadget, grenade, field upgrade or melee weapon. */
  item: (itemId: string) => `item:${itemId}`,
  /** What a class of vehicles may mount. */
  option: (vehicleLoadoutId: string, optionId: string) => `option:${vehicleLoadoutId}/${optionId}`,
  /** The battlepack at so many kills with a weapon. */
  battlepack: (weaponId: string, kills: number) => `battlepack:${weaponId}/${kills}`,
  rank: (rank: number) => `rank:${rank}`,
  /** An assignment, medal, ribbon, service star or dog tag, by its code. */
  award: (code: string) => `award:${code.toLowerCase()}`,
} as const;
