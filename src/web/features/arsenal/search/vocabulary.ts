// The terms of the search field that stand for a control, and their values.

import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { LAYERS, PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { getOwn } from "#domain/plain-values.ts";
import { FIGURES } from "#domain/weapons/figures.ts";
import type { HealthId } from "#domain/weapons/hit-zones.ts";
import { HEAD_PERCENT, HIT_PERCENT, parseHeads, parseStep, RANGE_M, type Steps } from "#domain/weapons/scenario.ts";
import {
  COLUMN_KEYS,
  type FigureColumn,
  isFigureColumn,
  SORT_KEYS,
  type SortKey,
} from "#web/features/arsenal/table/columns.ts";
import { firstDirection } from "#web/features/arsenal/table/order.ts";
import { BODY_PARTS, DEFAULTS, type Terms, UNLOCKED } from "#web/features/arsenal/terms.ts";

type ControlTerm = {
  /** What a completion offers, and all that is understood where there is no `read`. */
  values: readonly string[];
  /** What a value means; null where it is unusable. */
  read: (value: string) => Partial<Terms> | null;
  /** The value as typed; null while the control stands at its default. */
  say: (terms: Terms) => string | null;
  /** Puts the control back. */
  clear: Partial<Terms>;
};

/** A term's word of each column: that of its figure, else its own name. */
const getWord = (key: SortKey): string => (isFigureColumn(key) ? FIGURES[key].word : null) ?? key;

/** The figures that can be compared, by the word people type. */
const FIGURE_COLUMNS: ReadonlyMap<string, FigureColumn> = new Map(
  COLUMN_KEYS.filter(isFigureColumn).map((key) => [getWord(key), key]),
);
export const getFigure = (word: string): FigureColumn | undefined => FIGURE_COLUMNS.get(word);

/** Terms about the player's own soldier. */
export const OWN_WORDS: readonly string[] = ["kills", "accuracy", "unlocked"];

/** Whether the figures of the player's own soldier are known; "loading" while that is not clear yet. */
type OwnState = "known" | "none" | "loading";

export type Vocabulary = {
  /** Key → its control, in the order of chips. */
  controls: Readonly<Record<string, ControlTerm>>;
  /** The words of the figures that can be compared. */
  figures: readonly string[];
  own: OwnState;
  /** Names of attachments to offer behind `has:`; empty until they are loaded. */
  parts: readonly string[];
};

/** The orders, by the names of their columns and by their words. */
const SORT_WORDS: Readonly<Record<string, SortKey>> = Object.fromEntries([
  ...SORT_KEYS.map((key) => [key.toLowerCase(), key]),
  ...SORT_KEYS.map((key) => [getWord(key), key]),
]);

/** The terms of a game whose arsenal has weapons of these classes. */
export function getVocabulary(
  { byKit, byEra, byBody, byPatch, byUnlock, healths }: GameControls,
  classes: readonly WeaponClass[],
  { own, parts }: Pick<Vocabulary, "own" | "parts"> = { own: "none", parts: [] },
): Vocabulary {
  const hasOwn = own === "known";
  const controls = {
    class: choice(classes, "class", null),
    ...(byKit && { kit: choice(KIT_IDS, "kit", null) }),
    ...(byEra && { era: flag("portal", "portal") }),
    ...(hasOwn && byUnlock && { unlocked: choice(UNLOCKED, "unlocked", null) }),
    range: number(RANGE_M, "rangeM"),
    hs: HEADS,
    hit: number(HIT_PERCENT, "hitPercent"),
    ...(byBody && { body: choice(BODY_PARTS, "part", DEFAULTS.part), armour: flag("defensive", "defensive") }),
    ...(byPatch && { patch: choice(LAYERS, "patch", SHOWN_PATCH), changed: choice(PATCHES, "changed", null) }),
    ...(healths.length > 1 && { health: choice(healths, "health", DEFAULTS.health) }),
    sort: hasOwn ? SORT : { ...SORT, values: SORT.values.filter((word) => !OWN_WORDS.includes(word)) },
  };
  const figures = [...FIGURE_COLUMNS.keys()].filter((word) => hasOwn || !OWN_WORDS.includes(word));
  return { controls, figures, own, parts };
}

/** The change of a term's control; null for an unknown key or an invalid value. */
export function getChanges(vocabulary: Vocabulary, key: string, value: string): Partial<Terms> | null {
  const term = getOwn(vocabulary.controls, key === "acc" ? "hit" : key);
  return term && value ? term.read(value.toLowerCase()) : null;
}

/** The one of these values that is meant: itself, or the only one that begins so. */
function meant<Value extends string>(values: readonly Value[], typed: string): Value | null {
  const exact = values.find((value) => value === typed);
  const [only, ...others] = values.filter((value) => value.startsWith(typed));
  return exact ?? (only && others.length === 0 ? only : null);
}

function choice<Key extends "class" | "kit" | "unlocked" | "part" | "health" | "patch" | "changed">(
  values: readonly (Terms[Key] & string)[],
  key: Key,
  usual: Terms[Key],
): ControlTerm {
  return {
    values,
    read: (typed) => {
      const value = meant(values, typed);
      return value && { [key]: value };
    },
    say: (terms) => (terms[key] === usual ? null : terms[key]),
    clear: { [key]: usual },
  };
}

function flag(key: "portal" | "defensive", word: string): ControlTerm {
  return {
    values: [word],
    read: (typed) => (word.startsWith(typed) ? { [key]: true } : null),
    say: (terms) => (terms[key] ? word : null),
    clear: { [key]: false },
  };
}

function number(bounds: Steps, key: "rangeM" | "hitPercent"): ControlTerm {
  return {
    values: key === "rangeM" ? ["10", "30", "50", "75", "100"] : ["100", "60", "40", "25"],
    read: (typed) => {
      const value = Number(typed.replace(/m$|%$/, ""));
      if (!/^\d/.test(typed) || Number.isNaN(value) || value > bounds.max) return null;
      return { [key]: parseStep(String(value), bounds) };
    },
    say: (terms) => (terms[key] === bounds.default ? null : String(terms[key])),
    clear: { [key]: bounds.default },
  };
}

const HEADS: ControlTerm = {
  values: ["first", "two", "all", "10"],
  read: (typed) => {
    // One and two hits, as they were typed before a share could be.
    const heads = typed === "1" ? "first" : typed === "2" ? "two" : parseHeads(typed.replace(/%$/, ""));
    return heads === null || Number(typed.replace(/%$/, "")) > HEAD_PERCENT.max ? null : { heads };
  },
  say: ({ heads }) => (heads === DEFAULTS.heads ? null : heads === 100 ? "all" : String(heads)),
  clear: { heads: DEFAULTS.heads },
};

const SORT: ControlTerm = {
  values: SORT_KEYS.map(getWord),
  read: (typed) => {
    const isReversed = typed.startsWith("-");
    const sort = SORT_WORDS[typed.slice(isReversed ? 1 : 0)];
    if (!sort) return null;
    const first = firstDirection(sort);
    const other = first === "asc" ? "desc" : "asc";
    return { sort, direction: isReversed ? other : first };
  },
  say: ({ sort, direction }) => {
    if (sort === DEFAULTS.sort && direction === DEFAULTS.direction) return null;
    return direction === firstDirection(sort) ? getWord(sort) : `-${getWord(sort)}`;
  },
  clear: { sort: DEFAULTS.sort, direction: DEFAULTS.direction },
};

// What differs between the games on the arsenal's page.
export type GameControls = {
  /** Kits differ in what they carry; in 2042 every class carries every gun. */
  byKit: boolean;
  /** Guns of Portal's older eras exist and are listed on request only. */
  byEra: boolean;
  /** Legs and the Defensive upgrade count otherwise than the chest; in 2042 all of the body is alike. */
  byBody: boolean;
  /** Figures of several patches are known. */
  byPatch: boolean;
  /** How weapons are unlocked is known. */
  byUnlock: boolean;
  healths: readonly HealthId[];
};

export const GAME_CONTROLS = {
  bf2042: { byKit: false, byEra: true, byBody: false, byPatch: true, byUnlock: false, healths: ["normal", "plate"] },
  bf4: { byKit: true, byEra: false, byBody: true, byPatch: false, byUnlock: true, healths: ["normal", "hardcore"] },
} as const satisfies Record<GameId, GameControls>;
