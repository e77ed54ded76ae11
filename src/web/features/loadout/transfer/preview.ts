// The preview of an import.

import { describeInSentence } from "#domain/loadout/description/sentence.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import type { Saved } from "#web/features/loadout/answers.ts";
import type { Armouries } from "./armouries.ts";
import { type Candidate, CHOICES, type Choice, getMatches, type Match } from "./matching.ts";

export type Row = {
  /** Its place in what was read. */
  key: string;
  candidate: Candidate;
  match: Match;
  choice: Choice;
  /** Why the game would not allow it; null: it would. */
  forbidden: string | null;
  /** The same with everything mended; null where that is not needed or not possible. */
  mended: Candidate | null;
};

/** What may be done with a row, the default first. */
export const getChoices = ({ forbidden, match }: Pick<Row, "forbidden" | "match">): readonly Choice[] =>
  forbidden === null ? CHOICES[match.kind] : ["skip"];

/** What an import is judged by. */
export type Known = { locker: readonly Saved[]; armouries: Armouries };

export function getRows(candidates: readonly Candidate[], { locker, armouries }: Known): Row[] {
  const matches = getMatches(candidates, locker);
  return candidates.map((candidate, at) => ({
    key: String(at),
    ...getRow(candidate, matches[at] ?? { kind: "new" }, armouries),
  }));
}

/** The row with its loadout mended, and judged again. */
export const applyFix = ({ key, mended, candidate }: Row, known: Known): Row[] =>
  getRows([mended ?? candidate], known).map((row) => ({ ...row, key }));

/** The rows after a change of the locker; valid choices stay. */
export function revalidate(rows: readonly Row[], known: Known): Row[] {
  const candidates = rows.map(({ candidate }) => candidate);
  return getRows(candidates, known).map((row, at) => {
    const requested = rows[at]?.choice;
    return { ...row, choice: getChoices(row).find((choice) => choice === requested) ?? row.choice };
  });
}

function getRow(candidate: Candidate, match: Match, armouries: Armouries): Omit<Row, "key"> {
  const { loadout } = candidate;
  const armoury = armouries[loadout.game];
  const violation = armoury && findViolations(loadout, armoury)[0];
  const forbidden = armoury && violation ? describeInSentence(violation, armoury) : null;
  const fixed = armoury && violation ? fixAll(loadout, armoury) : loadout;
  const isMended = armoury !== undefined && forbidden !== null && findViolations(fixed, armoury).length === 0;
  const row = { candidate, match, forbidden, mended: isMended ? { ...candidate, loadout: fixed } : null };
  return { ...row, choice: getChoices(row)[0] ?? "skip" };
}
