// A saved Battlelog file, read where it lies: in the browser of whoever saved it.
import { answersIn } from "./battlelog-answers.ts";
import { readAssignments, readAwards } from "./battlelog-awards.ts";
import type { BattlelogBook } from "./battlelog-book.ts";
import { readFigures } from "./battlelog-figures.ts";
import { indexOf } from "./battlelog-index.ts";
import { type Found, mergedReadings, type Reading } from "./battlelog-reading.ts";
import { readVehicles, readWeapons } from "./battlelog-tables.ts";
import { readUnlocks } from "./battlelog-unlocks.ts";
import { type Statistics, statistics } from "./statistics.ts";

const READERS = [readWeapons, readVehicles, readAwards, readAssignments, readFigures];

export type BattlelogFile = {
  statistics: Statistics;
  /** How much of each kind was understood. */
  found: Found;
  /** What was there and not understood, a line per reason. */
  ignored: string[];
};

/**
 * What a saved answer of Battlelog says, or several of them in one list or object; or the sentence that says why nothing
 * can be read. Of every unlock row with numbers, `statistics.targets` has the row's own.
 */
export function readBattlelog(json: unknown, book: BattlelogBook): BattlelogFile | { problem: string } {
  const index = indexOf(book);
  const { answers, ignored } = answersIn(json);
  if (answers.length === 0) return { problem: problemOf(ignored) };
  const readings = answers.flatMap((answer) => READERS.map((read) => read(answer, index)));
  const all = mergedReadings([...readings, readUnlocks(answers, index)]);
  if (isEmpty(all)) return { problem: "This is an answer of Battlelog, but there is nothing of a soldier in it." };
  const read = statistics.safeParse(all.statistics);
  if (!read.success) return { problem: "This file holds more than any soldier can have done." };
  return { statistics: read.data, found: all.found, ignored: linesOf([...ignored, ...all.ignored]) };
}

const problemOf = ([reason]: readonly string[]): string =>
  reason === undefined
    ? "This is not a saved answer of Battlelog."
    : `This file holds nothing but ${reason}. Save the page again while you are signed in to Battlelog.`;

const isEmpty = ({ statistics: { figures, counters, targets, tables } }: Reading): boolean =>
  [figures, counters, targets, tables].every((part) => Object.keys(part).length === 0);

/** Each reason once, with how often it occurred. */
function linesOf(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => (count === 1 ? `Once: ${reason}.` : `${count} times: ${reason}.`));
}
