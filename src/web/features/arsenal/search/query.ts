// The language of the search field: free words, terms such as class:lmg that move a control, and comparisons such as
// rpm:>700 of any figure at the chosen range.
import { FIGURES, readFigure } from "#domain/weapons/figures.ts";
import { roundTo } from "#domain/weapons/unit.ts";
import { getRowSubject, type Row } from "#web/features/arsenal/table/row-figures.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { getChanges, getFigure, OWN_WORDS, type Vocabulary } from "./vocabulary.ts";

const OPERATORS = [">=", "<=", ">", "<", "="] as const;
type Operator = (typeof OPERATORS)[number];

export type Comparison = {
  /** Its word. */
  figure: string;
  operator: Operator;
  value: number;
};

export type Problem =
  | { kind: "unknown-term"; key: string; meant: string | null }
  | { kind: "unusable-value"; key: string; value: string }
  /** A term about the player's own soldier, where none is known. */
  | { kind: "needs-soldier"; key: string };

/** A piece of the text between spaces; `key` is null for a free word. Quotes hold spaces together. */
export type Token = { text: string; key: string | null; value: string; start: number; end: number };

export type Query = {
  words: string;
  /** What its terms say of the controls. */
  changes: Partial<Terms>;
  comparisons: readonly Comparison[];
  /** Names of attachments a weapon must offer. */
  parts: readonly string[];
  problems: readonly Problem[];
};

/** A quote that is still open holds everything behind it. */
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
 * What a text asks for. The last of two terms of one key counts; a term that means nothing is a problem and else left out.
 * `caret` is where something is being typed, null where nothing is: the beginning of a key there is not a word yet.
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
      if (!isTyped(token, caret) || !beginsKey(token.text, vocabulary)) words.push(token.text);
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

/** Whether the caret stands in this piece of the text, or right behind it. */
export const isTyped = ({ start, end }: Token, caret: number | null): boolean =>
  caret !== null && caret > start && caret <= end;

const beginsKey = (text: string, vocabulary: Vocabulary): boolean =>
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
  const operator = OPERATORS.find((one) => text.startsWith(one));
  const digits = text.slice(operator?.length ?? 0);
  if (!/^\d+(\.\d+)?$/.test(digits)) return null;
  return { figure, operator: operator ?? "=", value: Number(digits) };
}

/** Every key that may be typed here, in the order they are offered. */
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
  const [nearest] = keys.map((one) => ({ one, far: distance(one, key) })).sort((a, b) => a.far - b.far);
  const meant = nearest && nearest.far <= 2 && nearest.far < key.length ? nearest.one : null;
  return [{ kind: "unknown-term", key, meant }];
}

/** Letters to add, drop, change or swap with their neighbour to come from one word to the other. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at]);
  const at = (i: number, j: number) => (i === 0 ? j : (rows[i]?.[j] ?? 0));
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const same = Number(one[i - 1] !== other[j - 1]);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const plain = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      rows[i]?.push(swapped ? Math.min(plain, at(i - 2, j - 2) + 1) : plain);
    }
  }
  return at(one.length, other.length);
}

/** A comparison as it is typed: "rpm:>700", "mag:30". */
const printComparison = ({ figure, operator, value }: Comparison): string =>
  `${figure}:${operator === "=" ? "" : operator}${value}`;

export const printPart = (name: string): string => `has:${/\s/.test(name) ? `"${name}"` : name}`;

/** The text without the tokens for which the test is true. */
export function without(text: string, isGone: (token: Token) => boolean): string {
  const left = getTokens(text).filter((token) => !isGone(token));
  return left.map((token) => token.text).join(" ");
}

/**
 * A text and what is settled of it: terms that move a control and are not being typed (the caret is elsewhere) leave the
 * text for their control. Null as caret: nothing is being typed.
 */
export function settle(
  text: string,
  caret: number | null,
  vocabulary: Vocabulary,
): { q: string; changes: Partial<Terms> } {
  let changes: Partial<Terms> = {};
  let rest = text;
  for (const token of [...getTokens(text)].reverse()) {
    const meaning = isTyped(token, caret) || token.key === null ? null : getMeaning(token.key, token.value, vocabulary);
    if (meaning?.kind !== "control") continue;
    changes = { ...meaning.changes, ...changes };
    rest = rest.slice(0, token.start) + rest.slice(token.end).replace(/^\s/, "");
  }
  return { q: rest === text ? text : rest.trimStart(), changes };
}

const COMPARE: Record<Operator, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  "=": (a, b) => a === b,
};

/** Whether the figure of a row is such, as the table rounds it; what is not public is never such. */
export function holds({ figure, operator, value }: Comparison, row: Row): boolean {
  const id = getFigure(figure);
  const shown = id ? readFigure(id, getRowSubject(row)) : null;
  return id !== undefined && shown !== null && COMPARE[operator](roundTo(FIGURES[id].unit, shown), value);
}

// The terms in force, each as it is typed and with what takes it back.

export type Chip = {
  /** As it would be typed, e.g. "rpm:>700". */
  text: string;
  removal: Partial<Terms>;
  /** Whether it decides which weapons are listed, not only what their figures mean. */
  narrows: boolean;
};

const NARROWING = ["class", "kit", "unlocked", "changed"];

/** The terms with the controls set in their text. */
export function inForce(terms: Terms, query: Query): Terms {
  return { ...terms, ...query.changes };
}

/** Every term that is not at its default, controls first. */
export function getChips(terms: Terms, vocabulary: Vocabulary): readonly Chip[] {
  const query = parseQuery(terms.q, vocabulary);
  const now = inForce(terms, query);
  const controls = Object.entries(vocabulary.controls).flatMap(([key, { say, clear }]): readonly Chip[] => {
    const value = say(now);
    if (value === null) return [];
    const q = without(terms.q, (token) => token.key === key);
    return [{ text: `${key}:${value}`, removal: { ...clear, q }, narrows: NARROWING.includes(key) }];
  });
  return [
    ...controls,
    ...query.comparisons.map((one) => getChip(terms.q, printComparison(one), vocabulary)),
    ...query.parts.map((name) => getChip(terms.q, printPart(name), vocabulary)),
  ];
}

/** Takes out whatever token means the same as this text. */
function getChip(q: string, text: string, vocabulary: Vocabulary): Chip {
  const sameAs = (one: string) =>
    JSON.stringify(parseQuery(one, vocabulary)) === JSON.stringify(parseQuery(text, vocabulary));
  return { text, removal: { q: without(q, (token) => sameAs(token.text)) }, narrows: true };
}

/** All terms as one text that parses to the same terms. */
export function getText(terms: Terms, vocabulary: Vocabulary): string {
  const { words } = parseQuery(terms.q, vocabulary);
  return [words, ...getChips(terms, vocabulary).map(({ text }) => text)].filter(Boolean).join(" ");
}
