// Parses the language of the search field: free words, terms such as class:lmg that set a control, and comparisons such as
// rpm:>700 of any figure at the chosen range.
import { FIGURES, readFigure } from "#domain/weapons/figures.ts";
import { roundTo } from "#domain/weapons/unit.ts";
import { getRowSubject, type Row } from "#web/features/arsenal/table/row-figures.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { getChanges, getFigure, OWN_WORDS, type Vocabulary } from "./vocabulary.ts";

const OPERATORS = [">=", "<=", ">", "<", "="] as const;
type Operator = (typeof OPERATORS)[number];

export type Comparison = {
  /** The figure's search term. */
  figure: string;
  operator: Operator;
  value: number;
};

export type Problem =
  | { kind: "unknown-term"; key: string; meant: string | null }
  | { kind: "unusable-value"; key: string; value: string }
  /** A term about the player's own soldier, although there is none. */
  | { kind: "needs-soldier"; key: string };

/** A part of the text between spaces; `key` is null for a free word. Spaces in quotes do not separate. */
export type Token = { text: string; key: string | null; value: string; start: number; end: number };

export type Query = {
  words: string;
  /** The changes that its terms make to the controls. */
  changes: Partial<Terms>;
  comparisons: readonly Comparison[];
  /** The names of attachments that a weapon must offer. */
  parts: readonly string[];
  problems: readonly Problem[];
};

/** A quote that is not closed extends to the end of the text. */
const TOKEN = /([a-z]+):("[^"]*(?:"(?=\s|$)|$)|\S*)|\S+/gi;

export function getTokens(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const [whole, key, value = ""] = match;
    const start = match.index;
    return {
      text: whole,
      key: key?.toLowerCase() ?? null,
      value: value.replaceAll('"', ""),
      start,
      end: start + whole.length,
    };
  });
}

/**
 * Parses a search text. Of two terms with the same key the last counts; an invalid term is a problem and has no effect.
 * `caret` is the position of the caret during typing, otherwise null; the beginning of a key at the caret is not a word yet.
 */
export function parseQuery(text: string, vocabulary: Vocabulary, caret: number | null = null): Query {
  const words: string[] = [];
  const parts: string[] = [];
  const comparisons = new Map<string, Comparison>();
  const problems: Problem[] = [];
  let changes: Partial<Terms> = {};
  for (const token of getTokens(text)) {
    const { key, value } = token;
    const meaning = key === null ? null : getMeaning(key, value, vocabulary);
    if (key === null) {
      if (!isTyped(token, caret) || !isKeyStart(token.text, vocabulary)) words.push(token.text);
    } else if (!meaning) problems.push(...getProblems(key, value, vocabulary));
    else if (meaning.kind === "comparison")
      comparisons.set(`${key} ${meaning.comparison.operator}`, meaning.comparison);
    else if (meaning.kind === "part") parts.push(value);
    else changes = { ...changes, ...meaning.changes };
  }
  return {
    words: words.join(" "),
    changes,
    comparisons: [...comparisons.values()],
    parts: [...new Set(parts)],
    problems,
  };
}

/** Whether the caret is in this token or directly after it. */
export const isTyped = ({ start, end }: Token, caret: number | null): boolean =>
  caret !== null && caret > start && caret <= end;

const isKeyStart = (text: string, vocabulary: Vocabulary): boolean =>
  getKeys(vocabulary).some((key) => key.startsWith(text.toLowerCase()));

type Meaning =
  | { kind: "comparison"; comparison: Comparison }
  | { kind: "part" }
  | { kind: "control"; changes: Partial<Terms> };

function getMeaning(key: string, value: string, vocabulary: Vocabulary): Meaning | null {
  if (vocabulary.figures.includes(key)) {
    const comparison = getComparison(key, value);
    return comparison && { kind: "comparison", comparison };
  }
  if (key === "has") return value ? { kind: "part" } : null;
  const changes = getChanges(vocabulary, key, value);
  return changes && { kind: "control", changes };
}

function getComparison(figure: string, text: string): Comparison | null {
  const operator = OPERATORS.find((candidate) => text.startsWith(candidate));
  const digits = text.slice(operator?.length ?? 0);
  if (!/^\d+(\.\d+)?$/.test(digits)) return null;
  return { figure, operator: operator ?? "=", value: Number(digits) };
}

/** Returns every key that is valid here, in the order of the suggestions. */
export const getKeys = (vocabulary: Vocabulary): readonly string[] => [
  ...Object.keys(vocabulary.controls),
  ...vocabulary.figures,
  "has",
];

function getProblems(key: string, value: string, vocabulary: Vocabulary): readonly Problem[] {
  const keys = getKeys(vocabulary);
  if (keys.includes(key)) return [{ kind: "unusable-value", key, value }];
  if (OWN_WORDS.includes(key) && vocabulary.own !== "known")
    return vocabulary.own === "none" ? [{ kind: "needs-soldier", key }] : [];
  const [nearest] = keys
    .map((name) => ({ name, distance: getEditDistance(name, key) }))
    .sort((a, b) => a.distance - b.distance);
  const meant = nearest && nearest.distance <= 2 && nearest.distance < key.length ? nearest.name : null;
  return [{ kind: "unknown-term", key, meant }];
}

/** Returns how many letters to add, remove, change or swap with their neighbour to turn one word into the other. */
function getEditDistance(first: string, second: string): number {
  const rows = Array.from({ length: first.length + 1 }, (_, index) => [index]);
  const getCost = (i: number, j: number) => (i === 0 ? j : (rows[i]?.[j] ?? 0));
  for (let i = 1; i <= first.length; i += 1) {
    for (let j = 1; j <= second.length; j += 1) {
      const substitution = Number(first[i - 1] !== second[j - 1]);
      const isSwap = i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1];
      const cost = Math.min(getCost(i - 1, j) + 1, getCost(i, j - 1) + 1, getCost(i - 1, j - 1) + substitution);
      rows[i]?.push(isSwap ? Math.min(cost, getCost(i - 2, j - 2) + 1) : cost);
    }
  }
  return getCost(first.length, second.length);
}

/** Returns a comparison as it is typed: "rpm:>700", "mag:30". */
const printComparison = ({ figure, operator, value }: Comparison): string =>
  `${figure}:${operator === "=" ? "" : operator}${value}`;

export const printPart = (name: string): string => `has:${/\s/.test(name) ? `"${name}"` : name}`;

/** Returns the text without the tokens for which the predicate is true. */
export function removeTokens(text: string, isRemoved: (token: Token) => boolean): string {
  const remaining = getTokens(text).filter((token) => !isRemoved(token));
  return remaining.map((token) => token.text).join(" ");
}

/**
 * Removes finished terms that set a control from the text, and returns the remaining text and the changes of the controls. The
 * term at the caret is unfinished; without a caret all terms are finished.
 */
export function removeControlTerms(
  text: string,
  caret: number | null,
  vocabulary: Vocabulary,
): { q: string; changes: Partial<Terms> } {
  let changes: Partial<Terms> = {};
  let remainingText = text;
  for (const token of [...getTokens(text)].reverse()) {
    const meaning = isTyped(token, caret) || token.key === null ? null : getMeaning(token.key, token.value, vocabulary);
    if (meaning?.kind !== "control") continue;
    changes = { ...meaning.changes, ...changes };
    remainingText = remainingText.slice(0, token.start) + remainingText.slice(token.end).replace(/^\s/, "");
  }
  return { q: remainingText === text ? text : remainingText.trimStart(), changes };
}

const COMPARE: Record<Operator, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  "=": (a, b) => a === b,
};

/** Whether the row's figure, rounded as in the table, satisfies the comparison; false if the figure is unknown. */
export function holds({ figure, operator, value }: Comparison, row: Row): boolean {
  const id = getFigure(figure);
  const rowValue = id ? readFigure(id, getRowSubject(row)) : null;
  return id !== undefined && rowValue !== null && COMPARE[operator](roundTo(FIGURES[id].unit, rowValue), value);
}

// The current terms as chips: the text of each, and the change that removes it.

export type Chip = {
  /** The text as it is typed, e.g. "rpm:>700". */
  text: string;
  removal: Partial<Terms>;
  /** Whether it decides which weapons are listed, and not only what their figures are. */
  narrows: boolean;
};

const NARROWING = ["class", "kit", "unlocked", "changed"];

/** Returns the terms after the changes that their text makes. */
export function applyQuery(terms: Terms, query: Query): Terms {
  return { ...terms, ...query.changes };
}

/** Returns a chip for every term that differs from its default; those of controls are first. */
export function getChips(terms: Terms, vocabulary: Vocabulary): readonly Chip[] {
  const query = parseQuery(terms.q, vocabulary);
  const current = applyQuery(terms, query);
  const controls = Object.entries(vocabulary.controls).flatMap(
    ([key, { format: formatValue, clear }]): readonly Chip[] => {
      const value = formatValue(current);
      if (value === null) return [];
      const q = removeTokens(terms.q, (token) => token.key === key);
      return [{ text: `${key}:${value}`, removal: { ...clear, q }, narrows: NARROWING.includes(key) }];
    },
  );
  return [
    ...controls,
    ...query.comparisons.map((comparison) => getChip(terms.q, printComparison(comparison), vocabulary)),
    ...query.parts.map((name) => getChip(terms.q, printPart(name), vocabulary)),
  ];
}

/** Returns a chip that removes every token with the same meaning as this text. */
function getChip(q: string, text: string, vocabulary: Vocabulary): Chip {
  const hasSameMeaning = (token: string) =>
    JSON.stringify(parseQuery(token, vocabulary)) === JSON.stringify(parseQuery(text, vocabulary));
  return { text, removal: { q: removeTokens(q, (token) => hasSameMeaning(token.text)) }, narrows: true };
}

/** Returns all terms as a text that parses to the same terms. */
export function getText(terms: Terms, vocabulary: Vocabulary): string {
  const { words } = parseQuery(terms.q, vocabulary);
  return [words, ...getChips(terms, vocabulary).map(({ text }) => text)].filter(Boolean).join(" ");
}
