// What is to be reached in Battlefield 4: an unlock, a rank, an award.
import { joinGoals } from "#domain/game-data/catalogue/goals.ts";
import type { Need } from "./need.ts";

export const TARGET_KINDS = {
  part: "Attachments",
  weapon: "Weapons",
  gadget: "Gadgets and gear",
  option: "Vehicle options",
  battlepack: "Battlepacks",
  rank: "Ranks",
  star: "Service stars",
  assignment: "Assignments",
  medal: "Medals",
  ribbon: "Ribbons",
  dogtag: "Dog tags",
} as const;

export type TargetKind = keyof typeof TARGET_KINDS;

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

/** All ways to reach the target as text, each with all its needs; empty where no source gives one. */
export const formatWays = ({ ways }: Target): string =>
  [...new Set(ways.map((way) => joinGoals(way.map(({ says: sentence }) => sentence))))].join(", or ");

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
