// Medals, ribbons and assignments: how often each was earned, and how far the next one is.
import { counter } from "#domain/progress/counter.ts";
import { targetId } from "#domain/progress/targets/target-id.ts";
import type { Answer } from "./answers.ts";
import type { BattlelogIndex } from "./index-of-items.ts";
import { getReading, type Reading } from "./reading.ts";
import { asNumber, asRecord, asRows, asText, type Data, known } from "./values.ts";

const COMPLETE = 100;

export function readAwards({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = ["medalAwardByCode", "ribbonAwardByCode"].flatMap((key) => coded(data[key]));
  const ours = rows.filter(([code]) => index.isAward(code));
  return getReading({
    statistics: {
      counters: known(
        Object.fromEntries(ours.map(([code, row]) => [counter.award(code), asNumber(row["timesTaken"])])),
      ),
      targets: Object.fromEntries(
        ours.flatMap(([code, row]) => getTarget(code, row["actualValue"], row["valueNeeded"])),
      ),
    },
    found: { awards: ours.length },
    ignored: rows.slice(ours.length).map(() => "an award our arsenal does not know"),
  });
}

export function readAssignments({ data }: Answer, index: BattlelogIndex): Reading {
  const missions = coded(data["allMissions"]);
  const ours = missions.filter(([code]) => index.isAward(code));
  const criteria = ours.flatMap(([, mission]) => asRows(mission["criterias"]));
  const done = ours.filter(([, { completion }]) => asNumber(completion) === COMPLETE);
  return getReading({
    statistics: {
      counters: Object.fromEntries([
        ...criteria.flatMap(getCountedCodes),
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
  Object.entries(asRecord(rows) ?? {}).flatMap(([key, value]) => {
    const row = asRecord(value);
    const code = asText(asRecord(row?.["award"])?.["code"]) ?? asText(key);
    return row && code !== undefined ? [[code, row]] : [];
  });

/** What a criterion asks for stands in its original; some answers repeat it beside the value. */
const getOriginal = (criterion: Data): Data => ({ ...criterion, ...asRecord(criterion["originalCriteria"]) });

function getCountedCodes(criterion: Data): [string, number][] {
  const statCode = asText(getOriginal(criterion)["statCode"]);
  const actual = asNumber(criterion["actualValue"]);
  return statCode === undefined || actual === undefined ? [] : [[counter.stat(statCode), actual]];
}

/** An assignment of one criterion has that one's numbers; of several, each is counted by its own code. */
function onlyTargetOf([code, mission]: [string, Data]): [string, [number, number]][] {
  const [criterion, another] = asRows(mission["criterias"]);
  if (!criterion || another) return [];
  return getTarget(code, criterion["actualValue"], getOriginal(criterion)["completionValue"]);
}

function getTarget(code: string, actualValue: unknown, valueNeeded: unknown): [string, [number, number]][] {
  const actual = asNumber(actualValue);
  const needed = asNumber(valueNeeded);
  if (actual === undefined || needed === undefined || needed <= 0) return [];
  return [[targetId.award(code), [actual, needed]]];
}
