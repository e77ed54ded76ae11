// The progress section's parameters in the address.

import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { NEXT_ORDERS } from "#domain/progress/closest-next.ts";
import { CRITERION_KINDS } from "#domain/progress/criterion-kind.ts";
import { COUNTED_UNITS, TARGET_KINDS } from "#domain/progress/target.ts";
import { m } from "#messages";
import { anyText, matching, oneOf, type ParsedSearch, readSearch, UUID } from "#web/app/shell/page/game-search.ts";
import { type HistoryMode, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";

/** The props of every list of the section. */
export type ListProps = {
  game: GameId;
  /** Null for a user who only ticks by hand. */
  soldierId: string | null;
};

/** The lists of the section, in the order of its navigation. */
export const LISTS = {
  next: m.progress_closest_next(),
  unlocks: m.progress_unlocks(),
  tonight: m.progress_tonights_kit(),
  checklists: m.progress_checklists(),
  plan: m.progress_my_plan(),
  goals: m.progress_my_goals(),
} as const;

export type ListId = keyof typeof LISTS;

/** The lists by game. For Battlefield 2042 it is public what counts toward an unlock, but not how much is needed. */
export const LISTS_BY_GAME: Record<GameId, readonly ListId[]> = {
  bf4: ["next", "tonight", "checklists", "plan", "goals"],
  bf2042: ["unlocks", "goals"],
};

/** The choices for the play time, in minutes. */
export const PLAY_TIMES = [
  { value: "30", label: m.progress_play_minutes({ minutes: 30 }) },
  { value: "60", label: m.progress_play_hours({ hours: 1 }) },
  { value: "120", label: m.progress_play_hours({ hours: 2 }) },
  { value: "240", label: m.progress_play_hours({ hours: 4 }) },
] as const;

export const STATES = {
  left: m.progress_state_open(),
  reached: m.progress_state_reached(),
  unknown: m.progress_state_unknown(),
  uncounted: m.progress_state_not_counted(),
} as const;

/** Longer texts in the address are cut off. */
const MAX_TEXT_LENGTH = 100;

const getFields = (game: GameId) => ({
  /** The id of a soldier, or "none" for ticks by hand only. */
  soldier: matching(new RegExp(`^(none|${UUID})$`)),
  list: oneOf(LISTS_BY_GAME[game], LISTS_BY_GAME[game][0]),
  order: oneOf(NEXT_ORDERS, "remainder"),
  kind: oneOf(TARGET_KINDS),
  unit: oneOf(COUNTED_UNITS),
  /** Whether targets with progress, without progress, or all are listed. */
  start: oneOf(["started", "untouched", "all"], "started"),
  /** What a criterion of Battlefield 2042 counts toward. */
  criterion: oneOf(CRITERION_KINDS),
  /** Whether criteria with a count, with the count 0, or without are listed. */
  count: oneOf(["started", "untouched", "unknown", "all"]),
  /** The play time in minutes. */
  time: oneOf(
    PLAY_TIMES.map(({ value }) => value),
    "60",
  ),
  state: oneOf(Object.keys(STATES) as (keyof typeof STATES)[]),
  /** The title of a class. */
  group: anyText(MAX_TEXT_LENGTH),
  weapon: anyText(MAX_TEXT_LENGTH),
  q: anyText(MAX_TEXT_LENGTH),
});

export type ProgressSearch = ParsedSearch<ReturnType<typeof getFields>>;

type ProgressTerms = { [Key in keyof ProgressSearch]?: ProgressSearch[Key] | undefined };

export const readProgressSearch = (game: GameId, search: Record<string, unknown>): ProgressSearch =>
  readSearch(search, getFields(game));

/** Returns the section's part of the address and functions that change it; `setFilters` replaces the current history entry. */
export function useProgressSearch(game: GameId) {
  const search = useGameSearch((all) => readProgressSearch(game, all));
  const write = useWriteGameSearch(game);
  const show = (terms: ProgressTerms, step: HistoryMode) =>
    write(() => ({ tab: "progress", ...readProgressSearch(game, terms) }), step);
  return { search, show, setFilters: (terms: ProgressTerms) => show({ ...search, ...terms }, "replace") };
}

// Types of the server's progress responses.

export type NextPage = RouterOutputs["progress"]["next"];
export type ChecklistPage = RouterOutputs["progress"]["checklist"];
export type Plan = RouterOutputs["progress"]["plan"];
/** A target with its remainder, tick and plan state. */
export type TargetLine = NextPage["items"][number];
export type CriteriaPage = RouterOutputs["progress"]["criteria"];
/** What Battlefield 2042 counts toward an unlock or award, with the soldier's count. */
export type CriterionLine = CriteriaPage["items"][number];
export type Conflict = RouterOutputs["progress"]["conflicts"][number];
export type OwnGoal = RouterOutputs["goal"]["list"][number];
export type GoalStarter = RouterOutputs["goal"]["starters"][number];
export type Statistics = NonNullable<RouterOutputs["soldier"]["get"]["current"]>;
