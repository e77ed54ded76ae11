// What the progress section keeps in the address.

import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { NEXT_ORDERS, type NextOrder } from "#domain/progress/closest-next.ts";
import { COUNTED_UNITS, type CountedUnit } from "#domain/progress/targets/need.ts";
import { TARGET_KINDS, type TargetKind } from "#domain/progress/targets/target.ts";
import { getSearchText } from "#web/app/shell/page/game-search.ts";

export type ProgressPanelProps = {
  game: GameId;
  search: ProgressSearch;
  /** Writes the address: a step Back can take, or in place of the present one. */
  onSearch: (search: ProgressSearch, step: "push" | "replace") => void;
};

/** What every list of the section is given. */
export type ListProps = {
  game: GameId;
  /** Null: ticks by hand alone. */
  soldierId: string | null;
  search: ProgressSearch;
  /** Narrows the list, in place of the present address. */
  narrow: (terms: ProgressTerms) => void;
};

/** The lists of the section, in the order of its navigation. */
export const LISTS = {
  next: "Closest next",
  checklists: "Checklists",
  plan: "My plan",
  goals: "My goals",
} as const;

export type ListId = keyof typeof LISTS;

/** Battlefield 2042 has no public list of what unlocks what: goals are one's own. */
export const LISTS_OF: Record<GameId, readonly ListId[]> = {
  bf4: ["next", "checklists", "plan", "goals"],
  bf2042: ["goals"],
};

export const STATES = { left: "Open", reached: "Reached", unknown: "Unknown", uncounted: "Not counted" } as const;

type State = keyof typeof STATES;

export type ProgressSearch = {
  /** The id of a soldier, or "none": ticks by hand alone. */
  soldier?: string;
  list?: ListId;
  order?: NextOrder;
  kind?: TargetKind;
  unit?: CountedUnit;
  /** A class, in words. */
  group?: string;
  weapon?: string;
  state?: State;
  q?: string;
};

const MAX_TEXT_LENGTH = 100;
const SOLDIER = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The known parts of a search; whatever is not understood is left out without a word. */
export function readProgressSearch(game: GameId, search: Record<string, unknown>): ProgressSearch {
  const { soldier, group, weapon, q } = getSearchText(search, ["soldier", "group", "weapon", "q"]);
  return shortest({
    soldier: soldier && SOLDIER.test(soldier) ? soldier : undefined,
    list: LISTS_OF[game].find((list) => list === search["list"]),
    order: NEXT_ORDERS.find((order) => order === search["order"]),
    kind: findKey(TARGET_KINDS, search["kind"]),
    unit: COUNTED_UNITS.find((unit) => unit === search["unit"]),
    state: findKey(STATES, search["state"]),
    group: group?.slice(0, MAX_TEXT_LENGTH),
    weapon: weapon?.slice(0, MAX_TEXT_LENGTH),
    q: q?.slice(0, MAX_TEXT_LENGTH),
  });
}

export type ProgressTerms = { [Key in keyof ProgressSearch]?: ProgressSearch[Key] | undefined };

/** The search these terms stand for: what is empty or a default is left out. */
export function shortest(terms: ProgressTerms): ProgressSearch {
  const set = Object.entries(terms).filter(([, value]) => value !== undefined && value !== "");
  const { list, order, ...others }: ProgressSearch = Object.fromEntries(set);
  return { ...others, ...(list && list !== "next" && { list }), ...(order && order !== "remainder" && { order }) };
}

const findKey = <Key extends string>(words: Record<Key, string>, value: unknown): Key | undefined =>
  (Object.keys(words) as Key[]).find((key) => key === value);

// Types of the server's progress responses.
type Outputs = inferRouterOutputs<AppRouter>;

export type NextPage = Outputs["progress"]["next"];
export type ChecklistPage = Outputs["progress"]["checklist"];
export type Plan = Outputs["progress"]["plan"];
/** A target, how it stands, and what its player did with it. */
export type Line = NextPage["items"][number];
export type Conflict = Outputs["progress"]["conflicts"][number];
export type OwnGoal = Outputs["goal"]["list"][number];
export type GoalStarter = Outputs["goal"]["starters"][number];
export type Statistics = NonNullable<Outputs["soldier"]["get"]["current"]>;
