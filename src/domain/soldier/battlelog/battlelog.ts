// Parses a saved Battlelog file in the browser of the person who saved it.

import { type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { findAnswers } from "./answers.ts";
import type { BattlelogBook } from "./book.ts";
import { readFigures } from "./figures.ts";
import { getIndex } from "./index-of-items.ts";
import { type Found, mergedReadings, type Reading } from "./reading.ts";
import { readVehicles, readWeapons } from "./tables.ts";
import { readAssignments, readAwards, readUnlocks } from "./unlocks.ts";

const READERS = [readWeapons, readVehicles, readAwards, readAssignments, readFigures];

export type BattlelogFile = {
  statistics: Statistics;
  /** How much of each kind was understood. */
  found: Found;
  /** What was there and not understood, a line per reason. */
  ignored: string[];
};

/**
 * The statistics in a saved Battlelog response, or in several of them in a list or an object; otherwise a message that
 * explains why it cannot be read. `statistics.targets` has an entry for every unlock row with numbers.
 */
export function readBattlelog(json: unknown, book: BattlelogBook): BattlelogFile | { problem: string } {
  const index = getIndex(book);
  const { answers, ignored } = findAnswers(json);
  if (answers.length === 0) return { problem: getProblem(ignored) };
  const readings = answers.flatMap((answer) => READERS.map((read) => read(answer, index)));
  const all = mergedReadings([...readings, readUnlocks(answers, index)]);
  if (isEmpty(all)) return { problem: "This is an answer of Battlelog, but there is nothing of a soldier in it." };
  const read = statistics.safeParse(all.statistics);
  if (!read.success) return { problem: "This file holds more than any soldier can have done." };
  return { statistics: read.data, found: all.found, ignored: getLines([...ignored, ...all.ignored]) };
}

const getProblem = ([reason]: readonly string[]): string =>
  reason === undefined
    ? "This is not a saved answer of Battlelog."
    : `This file holds nothing but ${reason}. Save the page again while you are signed in to Battlelog.`;

const isEmpty = ({ statistics: { figures, counters, targets, tables } }: Reading): boolean =>
  [figures, counters, targets, tables].every((part) => Object.keys(part).length === 0);

/** Each reason once, with how often it occurred. */
function getLines(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => (count === 1 ? `Once: ${reason}.` : `${count} times: ${reason}.`));
}
