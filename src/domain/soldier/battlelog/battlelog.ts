// Parses a saved Battlelog file in the browser of the person who saved it.

import { counter } from "#domain/progress/known-progress.ts";
import { type Statistics, type StatisticsRow, statistics } from "#domain/soldier/statistics.ts";
import type { BattlelogBook } from "./book.ts";
import { type BattlelogIndex, getIndex } from "./book.ts";
import { readFigures } from "./figures.ts";
import {
  type Answer,
  asNumber,
  asRows,
  asText,
  type Data,
  type Found,
  findAnswers,
  getReading,
  type IgnoredReason,
  known,
  mergedReadings,
  type Reading,
  ratio,
} from "./reading.ts";
import { readAssignments, readAwards, readUnlocks } from "./unlocks.ts";

// What a soldier did with each weapon and each vehicle.
const SECONDS_PER_MINUTE = 60;

function readWeapons({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = asRows(data["mainWeaponStats"]);
  const weapons = rows.flatMap((row) => getTableRow(row, index.item, getWeaponValues(row)) ?? []);
  const kills = weapons.flatMap(({ id, known, values: { kills } }) =>
    known && kills !== undefined ? [[counter.kills(id), kills] as const] : [],
  );
  return getReading({
    statistics: { tables: weapons.length > 0 ? { weapons } : {}, counters: Object.fromEntries(kills) },
    found: { weapons: weapons.length },
    ignored: rows.slice(weapons.length).map(() => "weapon_unnamed" as const),
  });
}

function readVehicles({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = asRows(data["mainVehicleStats"]);
  const vehicles = rows.flatMap((row) => getTableRow(row, index.vehicle, getVehicleValues(row)) ?? []);
  return getReading({
    statistics: { tables: vehicles.length > 0 ? { vehicles } : {} },
    found: { vehicles: vehicles.length },
    ignored: rows.slice(vehicles.length).map(() => "vehicle_unnamed" as const),
  });
}

type Find = (name: string) => { id: string; name: string } | undefined;

function getTableRow(row: Data, find: Find, values: Record<string, number>): StatisticsRow | undefined {
  const names = [row["slug"], row["guid"]].flatMap((name) => asText(name) ?? []);
  const thing = names.map(find).find((each) => each);
  if (thing) return { id: thing.id, name: thing.name, known: true, values };
  const [name] = names;
  return name === undefined ? undefined : { id: name, name: name.toUpperCase(), known: false, values };
}

function getWeaponValues(row: Data): Record<string, number> {
  const [kills, headshots, fired, hit, seconds] = ["kills", "headshots", "shotsFired", "shotsHit", "timeEquipped"].map(
    (key) => asNumber(row[key]),
  );
  return known({
    kills,
    headshots,
    secondsPlayed: seconds,
    killsPerMinute: ratio(kills, minutes(seconds)),
    accuracy: ratio(hit, fired) ?? asNumber(row["accuracy"]),
    headshotShare: ratio(headshots, kills),
    hitsPerKill: ratio(hit, kills),
  });
}

function getVehicleValues(row: Data): Record<string, number> {
  const kills = asNumber(row["kills"]);
  const seconds = asNumber(row["timeIn"]);
  return known({
    kills,
    destroyed: asNumber(row["destroyXinY"]),
    secondsPlayed: seconds,
    killsPerMinute: ratio(kills, minutes(seconds)),
  });
}

const minutes = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds / SECONDS_PER_MINUTE);

const READERS = [readWeapons, readVehicles, readAwards, readAssignments, readFigures];

export type Ignored = { reason: IgnoredReason; count: number };

/** Why a file cannot be read; of "only-ignored" nothing but the reason was found. */
export type BattlelogProblem =
  | { kind: "no-soldier" | "too-high" | "no-response" }
  | { kind: "only-ignored"; reason: IgnoredReason };

export type BattlelogFile = {
  statistics: Statistics;
  /** How much of each kind was understood. */
  found: Found;
  /** What was there and not understood, each reason once. */
  ignored: Ignored[];
};

/**
 * The statistics in a saved Battlelog response, or in several of them in a list or an object; otherwise why it
 * cannot be read. `statistics.targets` has an entry for every unlock row with numbers.
 */
export function readBattlelog(json: unknown, book: BattlelogBook): BattlelogFile | { problem: BattlelogProblem } {
  const index = getIndex(book);
  const { answers, ignored } = findAnswers(json);
  if (answers.length === 0) return { problem: getProblem(ignored) };
  const readings = answers.flatMap((answer) => READERS.map((read) => read(answer, index)));
  const all = mergedReadings([...readings, readUnlocks(answers, index)]);
  if (isEmpty(all)) return { problem: { kind: "no-soldier" } };
  const read = statistics.safeParse(all.statistics);
  if (!read.success) return { problem: { kind: "too-high" } };
  return { statistics: read.data, found: all.found, ignored: countReasons([...ignored, ...all.ignored]) };
}

const getProblem = ([reason]: readonly IgnoredReason[]): BattlelogProblem =>
  reason === undefined ? { kind: "no-response" } : { kind: "only-ignored", reason };

const isEmpty = ({ statistics: { figures, counters, targets, tables } }: Reading): boolean =>
  [figures, counters, targets, tables].every((part) => Object.keys(part).length === 0);

/** Each reason once, with how often it occurred. */
function countReasons(reasons: readonly IgnoredReason[]): Ignored[] {
  const counts = new Map<IgnoredReason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
