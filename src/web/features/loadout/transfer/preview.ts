// An import as it lies before whoever decides about it.
import { fixAll } from "#domain/loadout/fix.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import { sentenceOf } from "#domain/loadout/sentence.ts";
import type { Saved } from "#web/features/loadout/answers.ts";
import type { Armouries } from "./armouries.ts";
import { type Candidate, CHOICES, type Choice, type Match, matchesOf } from "./matching.ts";

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
export const choicesOf = ({ forbidden, match }: Pick<Row, "forbidden" | "match">): readonly Choice[] =>
  forbidden === null ? CHOICES[match.kind] : ["skip"];

/** What an import is judged by. */
export type Known = { locker: readonly Saved[]; armouries: Armouries };

export function rowsOf(candidates: readonly Candidate[], { locker, armouries }: Known): Row[] {
  const matches = matchesOf(candidates, locker);
  return candidates.map((candidate, at) => ({
    key: String(at),
    ...rowOf(candidate, matches[at] ?? { kind: "new" }, armouries),
  }));
}

/** The row with its loadout mended, and judged again. */
export const mend = ({ key, mended, candidate }: Row, known: Known): Row[] =>
  rowsOf([mended ?? candidate], known).map((row) => ({ ...row, key }));

/** The rows beside a locker that was changed meanwhile; a choice stays where it still may be made. */
export function judgedAnew(rows: readonly Row[], known: Known): Row[] {
  const candidates = rows.map(({ candidate }) => candidate);
  return rowsOf(candidates, known).map((row, at) => {
    const wanted = rows[at]?.choice;
    return { ...row, choice: choicesOf(row).find((choice) => choice === wanted) ?? row.choice };
  });
}

function rowOf(candidate: Candidate, match: Match, armouries: Armouries): Omit<Row, "key"> {
  const { loadout } = candidate;
  const armoury = armouries[loadout.game];
  const violation = armoury && violationsOf(loadout, armoury)[0];
  const forbidden = armoury && violation ? sentenceOf(violation, armoury) : null;
  const fixed = armoury && violation ? fixAll(loadout, armoury) : loadout;
  const isMended = armoury !== undefined && forbidden !== null && violationsOf(fixed, armoury).length === 0;
  const row = { candidate, match, forbidden, mended: isMended ? { ...candidate, loadout: fixed } : null };
  return { ...row, choice: choicesOf(row)[0] ?? "skip" };
}
