// Targets of Battlefield 4, i.e. unlocks, ranks and awards, and the needs that must be met to reach them.

/**
 * The units of needs. Only amounts of the same unit can be compared, so lists are sorted by unit in this order: first what a player
 * does with one weapon, then what grows during any play. A feat is done or not, without an amount.
 */
export const NEED_UNITS = ["kills", "times", "score", "points", "seconds", "metres", "feat"] as const;

export type NeedUnit = (typeof NEED_UNITS)[number];

/** The units that have amounts. */
export const COUNTED_UNITS = NEED_UNITS.filter((unit): unit is CountedUnit => unit !== "feat");

export type CountedUnit = Exclude<NeedUnit, "feat">;

export type Need = {
  /** A key of `counter`; null if no counter exists. */
  counter: string | null;
  /** The total amount in the unit; 1 for a feat. */
  amount: number;
  unit: NeedUnit;
  /** The need as text, e.g. "50 kills with the AK-12". */
  sentence: string;
};

/** Returns a need that is done or not. */
export const createFeat = (sentence: string, counter: string | null = null): Need => ({
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

/** Needs that must all be met. */
export type Way = readonly Need[];

export type Target = {
  /** See `targetId`. */
  id: string;
  kind: TargetKind;
  name: string;
  /** The title of its class of weapons, soldiers or vehicles; otherwise the title of its kind. */
  group: string;
  /** The weapon it belongs to. */
  weapon: { id: string; name: string } | null;
  /** The alternative ways to reach the target; empty if no source gives one. */
  ways: readonly Way[];
  /** The need by which it is counted, if it is exactly one; otherwise null. */
  sole: Need | null;
  /** The need of a medal, whose amount only a source reports; null for other targets. */
  ribbons: Need | null;
  /** The counter of how often it was earned. */
  earned: string | null;
  /** Whether it can be earned repeatedly, each time its need is met again. */
  repeats: boolean;
  /** The target id of the award that gives it, or null. */
  through: string | null;
  /** The names of its rewards. */
  gives: readonly string[];
  sourceId: string;
};

type TargetInput = Pick<Target, "id" | "kind" | "name" | "group" | "ways" | "sourceId"> & Partial<Omit<Target, "sole">>;

/** Returns a target; omitted fields are empty. */
export const createTarget = (input: TargetInput): Target => ({
  weapon: null,
  ribbons: null,
  earned: null,
  repeats: false,
  through: null,
  gives: [],
  ...input,
  sole: getSoleNeed(input.ways),
});

function getSoleNeed(ways: readonly Way[]): Need | null {
  const counted = ways.filter((way) => way.every(({ unit }) => unit !== "feat"));
  const [way] = counted;
  return counted.length === 1 && way?.length === 1 ? (way[0] ?? null) : null;
}

/** Returns the count of a complete tick by hand: the amount of the sole need; 1 for a repeating target, or if there is no sole need. */
export const getWhole = (target: Target): number => (target.repeats ? 1 : (target.sole?.amount ?? 1));

/** The amounts at which targets are reached, in ascending order, by counter. */
export type Steps = ReadonlyMap<string, readonly number[]>;

export function getSteps(targets: readonly Target[]): Steps {
  const amounts = new Map<string, Set<number>>();
  for (const { sole, repeats } of targets) {
    if (!sole?.counter || repeats) continue;
    amounts.set(sole.counter, (amounts.get(sole.counter) ?? new Set()).add(sole.amount));
  }
  return new Map([...amounts].map(([counter, all]) => [counter, [...all].sort((a, b) => a - b)]));
}

/** Returns the amount of the previous target on the need's counter; 0 for the first one. */
export const getStepBefore = ({ counter, amount }: Need, steps: Steps): number =>
  steps.get(counter ?? "")?.findLast((step) => step < amount) ?? 0;

/** The targets of an arsenal, prepared for queries about any soldier. */
export type Progress = {
  readonly targets: readonly Target[];
  readonly byId: ReadonlyMap<string, Target>;
  readonly steps: Steps;
  /** The normalized search text of each target, by its id. */
  readonly words: ReadonlyMap<string, string>;
};

// Stable ids of Battlefield 4 targets: ticks and plans refer to them.

export const targetId = {
  /** A weapon's attachment. */
  part: (weaponId: string, partId: string) => `part:${weaponId}/${partId}`,
  /** A weapon, gadget, grenade, field upgrade or melee weapon. */
  item: (itemId: string) => `item:${itemId}`,
  /** An option in a vehicle class's loadout. */
  option: (vehicleLoadoutId: string, optionId: string) => `option:${vehicleLoadoutId}/${optionId}`,
  /** The battlepack for this number of kills with a weapon. */
  battlepack: (weaponId: string, kills: number) => `battlepack:${weaponId}/${kills}`,
  rank: (rank: number) => `rank:${rank}`,
  /** An assignment, medal, ribbon, service star or dog tag, by its code. */
  award: (code: string) => `award:${code.toLowerCase()}`,
} as const;
