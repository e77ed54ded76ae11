// Completions for the term at the caret.
import { getOwn } from "#domain/plain-values.ts";
import { getKeys, getTokens } from "./query.ts";
import type { Vocabulary } from "./vocabulary.ts";

type Suggestion = { text: string; note: string };

export type Completing = {
  suggestions: readonly Suggestion[];
  /** Where in the text the suggestion goes. */
  start: number;
  end: number;
};

const MOST = 8;

const NOTES: Record<string, string> = {
  class: "Class of weapon",
  kit: "Who carries it",
  era: "Portal's older eras too",
  range: "Distance in metres",
  hs: "First hits to the head",
  acc: "Hit rate in percent",
  body: "Where the other hits land",
  armour: "Defensive upgrade",
  health: "Server's health",
  sort: "Order; with - the other way round",
  damage: "Damage at the range",
  shots: "Shots to kill",
  ttk: "Time to kill in ms",
  expected: "Mean time to kill in ms",
  rpm: "Rounds a minute",
  burst: "Rounds a minute in a burst",
  mag: "Rounds in a magazine",
  reload: "Seconds of a reload",
  velocity: "Metres a second",
  flight: "Time of flight in ms",
  head: "Head multiplier",
  has: "Name of an attachment",
};

/** Suggestions for the token the caret stands in; none without a beginning that fits, nor for a finished term. */
export function getCompletion(text: string, caret: number, vocabulary: Vocabulary): Completing | null {
  const token = getTokens(text).find(({ start, end }) => caret > start && caret <= end);
  if (!token) return null;
  const typed = token.text.toLowerCase();
  const suggestions = token.key === null ? suggestKeys(typed, vocabulary) : suggestValues(token.key, typed, vocabulary);
  const useful = suggestions.filter((one) => one.text !== typed);
  return useful.length > 0 ? { suggestions: useful.slice(0, MOST), start: token.start, end: token.end } : null;
}

function suggestKeys(typed: string, vocabulary: Vocabulary): readonly Suggestion[] {
  return getKeys(vocabulary)
    .filter((key) => key.startsWith(typed))
    .map((key) => ({ text: `${key}:`, note: NOTES[key] ?? "" }));
}

function suggestValues(key: string, typed: string, vocabulary: Vocabulary): readonly Suggestion[] {
  const values = getOwn(vocabulary, key)?.values ?? comparing(key, vocabulary);
  return values.map((value) => ({ text: `${key}:${value}`, note: "" })).filter(({ text }) => text.startsWith(typed));
}

/** How a comparison may begin. */
const comparing = (key: string, vocabulary: Vocabulary): readonly string[] =>
  key !== "has" && getKeys(vocabulary).includes(key) ? [">", ">=", "<", "<="] : [];
