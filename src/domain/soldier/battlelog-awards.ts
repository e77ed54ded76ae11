// Medals, ribbons and assignments: how often each was earned, and how far the next one is.
import { counter } from "#domain/progress/counter.ts";
import { targetId } from "#domain/progress/target-id.ts";
import type { Answer } from "./battlelog-answers.ts";
import type { BattlelogIndex } from "./battlelog-index.ts";
import { type Reading, readingOf } from "./battlelog-reading.ts";
import { type Data, dataIn, known, numberIn, rowsIn, textIn } from "./battlelog-values.ts";

const COMPLETE = 100;

export function readAwards({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = ["medalAwardByCode", "ribbonAwardByCode"].flatMap((key) => coded(data[key]));
  const ours = rows.filter(([code]) => index.isAward(code));
  return readingOf({
    statistics: {
      counters: known(
        Object.fromEntries(ours.map(([code, row]) => [counter.award(code), numberIn(row["timesTaken"])])),
      ),
      targets: Object.fromEntries(
        ours.flatMap(([code, row]) => targetOf(code, row["actualValue"], row["valueNeeded"])),
      ),
    },
    found: { awards: ours.length },
    ignored: rows.slice(ours.length).map(() => "an award our arsenal does not know"),
  });
}

export function readAssignments({ data }: Answer, index: BattlelogIndex): Reading {
  const missions = coded(data["allMissions"]);
  const ours = missions.filter(([code]) => index.isAward(code));
  const criteria = ours.flatMap(([, mission]) => rowsIn(mission["criterias"]));
  const done = ours.filter(([, { completion }]) => numberIn(completion) === COMPLETE);
  return readingOf({
    statistics: {
      counters: Object.fromEntries([
        ...criteria.flatMap(countedBy),
        ...done.map(([code]) => [counter.award(code), 1] as const),
      ]),
      targets: Object.fromEntries(ours.flatMap(onlyTargetOf)),
    },
    found: { assignments: ours.length },
    ignored: missions.slice(ours.length).map(() => "an assignment our arsenal does not know"),
  });
}

/** Each row with the award's code, which is also its key. */
const coded = (rows: unknown): [code: string, row: Data][] =>
  Object.entries(dataIn(rows) ?? {}).flatMap(([key, value]) => {
    const row = dataIn(value);
    const code = textIn(dataIn(row?.["award"])?.["code"]) ?? textIn(key);
    return row && code !== undefined ? [[code, row]] : [];
  });

/** What a criterion asks for stands in its original; some answers repeat it beside the value. */
const originalOf = (criterion: Data): Data => ({ ...criterion, ...dataIn(criterion["originalCriteria"]) });

function countedBy(criterion: Data): [string, number][] {
  const statCode = textIn(originalOf(criterion)["statCode"]);
  const actual = numberIn(criterion["actualValue"]);
  return statCode === undefined || actual === undefined ? [] : [[counter.stat(statCode), actual]];
}

/** An assignment of one criterion has that one's numbers; of several, each is counted by its own code. */
function onlyTargetOf([code, mission]: [string, Data]): [string, [number, number]][] {
  const [criterion, another] = rowsIn(mission["criterias"]);
  if (!criterion || another) return [];
  return targetOf(code, criterion["actualValue"], originalOf(criterion)["completionValue"]);
}

function targetOf(code: string, actualValue: unknown, valueNeeded: unknown): [string, [number, number]][] {
  const actual = numberIn(actualValue);
  const needed = numberIn(valueNeeded);
  if (actual === undefined || needed === undefined || needed <= 0) return [];
  return [[targetId.award(code), [actual, needed]]];
}
