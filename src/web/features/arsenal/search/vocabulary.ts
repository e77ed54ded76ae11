// The terms of the search field that set a control, and their values.

import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { LAYERS, PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { getOwn } from "#domain/plain-values.ts";
import { FIGURES } from "#domain/weapons/figures.ts";
import { BODY_PARTS, type HealthId } from "#domain/weapons/hit-zones.ts";
import { HEAD_PERCENT, HIT_PERCENT, parseHeads, parseStep, RANGE_M, type Steps } from "#domain/weapons/scenario.ts";
import {
  COLUMN_KEYS,
  type FigureColumn,
  isFigureColumn,
  SORT_KEYS,
  type SortKey,
} from "#web/features/arsenal/table/columns.ts";
import { firstDirection } from "#web/features/arsenal/table/order.ts";
import { DEFAULTS, type Terms, UNLOCKED } from "#web/features/arsenal/terms.ts";

type ControlTerm = {
  /** The values that completion offers. Without `read`, no other value is valid. */
  values: readonly string[];
  /** Parses a typed value; null if it is invalid. */
  read: (value: string) => Partial<Terms> | null;
  /** The value as text; null while the control has its default. */
  format: (terms: Terms) => string | null;
  /** The change that resets the control. */
  clear: Partial<Terms>;
};

/** Returns the search term of a column: the term of its figure, or else its key. */
const getWord = (key: SortKey): string => (isFigureColumn(key) ? FIGURES[key].word : null) ?? key;

/** The figures that can be compared, by search term. */
const FIGURE_COLUMNS: ReadonlyMap<string, FigureColumn> = new Map(
  COLUMN_KEYS.filter(isFigureColumn).map((key) => [getWord(key), key]),
);
export const getFigure = (word: string): FigureColumn | undefined => FIGURE_COLUMNS.get(word);

/** The terms about the player's own soldier. */
export const OWN_WORDS: readonly string[] = ["kills", "accuracy", "unlocked"];

/** Whether the figures of the player's own soldier are available; "loading" until that is clear. */
type OwnState = "known" | "none" | "loading";

export type Vocabulary = {
  /** The controls by search term, in the order of the chips. */
  controls: Readonly<Record<string, ControlTerm>>;
  /** The search terms of the figures that can be compared. */
  figures: readonly string[];
  own: OwnState;
  /** The names of attachments that `has:` offers; empty until they are loaded. */
  parts: readonly string[];
};

/** The sort keys, by column key and by search term. */
const SORT_WORDS: Readonly<Record<string, SortKey>> = Object.fromEntries([
  ...SORT_KEYS.map((key) => [key.toLowerCase(), key]),
  ...SORT_KEYS.map((key) => [getWord(key), key]),
]);

/** Returns the terms of a game; `classes` are the weapon classes in its arsenal. */
export function getVocabulary(
  { byKit, byEra, byBody, byPatch, byUnlock, healths }: GameControls,
  classes: readonly WeaponClass[],
  { own, parts }: Pick<Vocabulary, "own" | "parts"> = { own: "none", parts: [] },
): Vocabulary {
  const hasOwn = own === "known";
  const controls = {
    class: createChoiceTerm(classes, "class", null),
    ...(byKit && { kit: createChoiceTerm(KIT_IDS, "kit", null) }),
    ...(byEra && { era: createFlagTerm("portal", "portal") }),
    ...(hasOwn && byUnlock && { unlocked: createChoiceTerm(UNLOCKED, "unlocked", null) }),
    range: createNumberTerm(RANGE_M, "rangeM"),
    hs: HEADS,
    hit: createNumberTerm(HIT_PERCENT, "hitPercent"),
    ...(byBody && {
      body: createChoiceTerm(BODY_PARTS, "part", DEFAULTS.part),
      armour: createFlagTerm("defensive", "defensive"),
    }),
    ...(byPatch && {
      patch: createChoiceTerm(LAYERS, "patch", SHOWN_PATCH),
      changed: createChoiceTerm(PATCHES, "changed", null),
    }),
    ...(healths.length > 1 && { health: createChoiceTerm(healths, "health", DEFAULTS.health) }),
    sort: hasOwn ? SORT : { ...SORT, values: SORT.values.filter((word) => !OWN_WORDS.includes(word)) },
  };
  const figures = [...FIGURE_COLUMNS.keys()].filter((word) => hasOwn || !OWN_WORDS.includes(word));
  return { controls, figures, own, parts };
}

/** Returns the change that a term makes; null for an unknown key or an invalid value. */
export function getChanges(vocabulary: Vocabulary, key: string, value: string): Partial<Terms> | null {
  const term = getOwn(vocabulary.controls, key === "acc" ? "hit" : key);
  return term && value ? term.read(value.toLowerCase()) : null;
}

/** Returns the value that equals the typed text, or else the only value that begins with it. */
function findValue<Value extends string>(values: readonly Value[], typed: string): Value | null {
  const exact = values.find((value) => value === typed);
  const [only, ...others] = values.filter((value) => value.startsWith(typed));
  return exact ?? (only && others.length === 0 ? only : null);
}

function createChoiceTerm<Key extends "class" | "kit" | "unlocked" | "part" | "health" | "patch" | "changed">(
  values: readonly (Terms[Key] & string)[],
  key: Key,
  defaultValue: Terms[Key],
): ControlTerm {
  return {
    values,
    read: (typed) => {
      const value = findValue(values, typed);
      return value && { [key]: value };
    },
    format: (terms) => (terms[key] === defaultValue ? null : terms[key]),
    clear: { [key]: defaultValue },
  };
}

function createFlagTerm(key: "portal" | "defensive", word: string): ControlTerm {
  return {
    values: [word],
    read: (typed) => (word.startsWith(typed) ? { [key]: true } : null),
    format: (terms) => (terms[key] ? word : null),
    clear: { [key]: false },
  };
}

function createNumberTerm(bounds: Steps, key: "rangeM" | "hitPercent"): ControlTerm {
  return {
    values: key === "rangeM" ? ["10", "30", "50", "75", "100"] : ["100", "60", "40", "25"],
    read: (typed) => {
      const value = Number(typed.replace(/m$|%$/, ""));
      if (!/^\d/.test(typed) || Number.isNaN(value) || value > bounds.max) return null;
      return { [key]: parseStep(String(value), bounds) };
    },
    format: (terms) => (terms[key] === bounds.default ? null : String(terms[key])),
    clear: { [key]: bounds.default },
  };
}

const HEADS: ControlTerm = {
  values: ["first", "two", "all", "10"],
  read: (typed) => {
    // Earlier links have the values 1 and 2, which stand for the first hit and two hits.
    const heads = typed === "1" ? "first" : typed === "2" ? "two" : parseHeads(typed.replace(/%$/, ""));
    return heads === null || Number(typed.replace(/%$/, "")) > HEAD_PERCENT.max ? null : { heads };
  },
  format: ({ heads }) => (heads === DEFAULTS.heads ? null : heads === 100 ? "all" : String(heads)),
  clear: { heads: DEFAULTS.heads },
};

const SORT: ControlTerm = {
  values: SORT_KEYS.map(getWord),
  read: (typed) => {
    const isReversed = typed.startsWith("-");
    const sort = SORT_WORDS[typed.slice(isReversed ? 1 : 0)];
    if (!sort) return null;
    const defaultDirection = firstDirection(sort);
    const oppositeDirection = defaultDirection === "asc" ? "desc" : "asc";
    return { sort, direction: isReversed ? oppositeDirection : defaultDirection };
  },
  format: ({ sort, direction }) => {
    if (sort === DEFAULTS.sort && direction === DEFAULTS.direction) return null;
    return direction === firstDirection(sort) ? getWord(sort) : `-${getWord(sort)}`;
  },
  clear: { sort: DEFAULTS.sort, direction: DEFAULTS.direction },
};

// Which controls each game has on the arsenal's page.
export type GameControls = {
  /** The kits carry different weapons; in 2042 every class carries every gun. */
  byKit: boolean;
  /** The game has guns of Portal's older eras, which are listed on request only. */
  byEra: boolean;
  /** Legs and the Defensive upgrade change the damage; in 2042 it is the same for the whole body. */
  byBody: boolean;
  /** Sources give figures of several patches. */
  byPatch: boolean;
  /** Sources give the unlock requirements of weapons. */
  byUnlock: boolean;
  healths: readonly HealthId[];
};

export const GAME_CONTROLS = {
  bf2042: { byKit: false, byEra: true, byBody: false, byPatch: true, byUnlock: false, healths: ["normal", "plate"] },
  bf4: { byKit: true, byEra: false, byBody: true, byPatch: false, byUnlock: true, healths: ["normal", "hardcore"] },
} as const satisfies Record<GameId, GameControls>;
