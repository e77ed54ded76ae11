// The terms in force, each as it is typed and with what takes it back.

import type { Terms } from "#web/features/arsenal/terms.ts";
import { parseQuery, printComparison, printPart, type Query, without } from "./query.ts";
import type { Vocabulary } from "./vocabulary.ts";

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
