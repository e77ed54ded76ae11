// Parses a saved Battlelog file in the browser of the person who saved it.

import { counter } from "#domain/progress/known-progress.ts";
import {
  type Fields,
  first,
  getText,
  type NameIndex,
  number,
  quotient,
  type RowReader,
  readRows,
} from "#domain/soldier/parsing/fields.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { toPlausible } from "#domain/soldier/plausible.ts";
import { getNameKey, isSameName } from "#domain/soldier/soldier.ts";
import { type Statistics, type StatisticsRow, statistics } from "#domain/soldier/statistics.ts";
import type { BattlelogBook } from "./book.ts";
import { type BattlelogIndex, getIndex } from "./book.ts";
import { readFigures } from "./figures.ts";
import {
  type Answer,
  asRows,
  findAnswers,
  getOtherGame,
  getPersona,
  getReading,
  type IgnoredReason,
  mergeReadings,
  type Persona,
  type Reading,
  type Understood,
} from "./reading.ts";
import { readAssignments, readAwards, readUnlocks } from "./unlocks.ts";

// What a soldier did with each weapon and each vehicle.
const WEAPONS: RowReader = {
  names: ["slug", "guid"],
  name: "slug",
  values: {
    kills: number("kills"),
    headshots: number("headshots"),
    secondsPlayed: number("timeEquipped"),
    // Of one weapon Battlelog writes a part of one, of the whole soldier a percentage.
    accuracy: first(quotient("shotsHit", "shotsFired"), number("accuracy")),
    headshotShare: quotient("headshots", "kills"),
    hitsPerKill: quotient("shotsHit", "kills"),
  },
};

const VEHICLES: RowReader = {
  names: ["slug", "guid"],
  name: "slug",
  values: { kills: number("kills"), destroyed: number("destroyXinY"), secondsPlayed: number("timeIn") },
};

function readWeapons({ data }: Answer, index: BattlelogIndex): Reading {
  const { rows: weapons, unnamed } = readThings(data["mainWeaponStats"], WEAPONS, index.item);
  const kills = weapons.flatMap(({ id, isKnown, values: { kills } }) =>
    isKnown && kills !== undefined ? [[counter.kills(id), kills] as const] : [],
  );
  return getReading({
    statistics: { tables: weapons.length > 0 ? { weapons } : {}, counters: Object.fromEntries(kills) },
    understood: { weapons: new Set(weapons.map(({ id }) => id)) },
    ignored: unnamed.map(() => "weapon_unnamed" as const),
  });
}

function readVehicles({ data }: Answer, index: BattlelogIndex): Reading {
  const { rows: vehicles, unnamed } = readThings(data["mainVehicleStats"], VEHICLES, index.vehicle);
  return getReading({
    statistics: { tables: vehicles.length > 0 ? { vehicles } : {} },
    understood: { vehicles: new Set(vehicles.map(({ id }) => id)) },
    ignored: unnamed.map(() => "vehicle_unnamed" as const),
  });
}

/** The rows of a list, and those without a name. */
function readThings(
  list: unknown,
  reader: RowReader,
  findThing: NameIndex,
): { rows: StatisticsRow[]; unnamed: Fields[] } {
  const all = asRows(list);
  const rows = readRows(all, reader, findThing).map((row) =>
    row.isKnown ? row : { ...row, name: row.name.toUpperCase() },
  );
  return { rows, unnamed: all.filter((row) => reader.names.every((name) => getText(row[name]) === undefined)) };
}

const READERS = [readWeapons, readVehicles, readAwards, readAssignments, readFigures];

export type Ignored = { reason: IgnoredReason; count: number };

/** The soldier that a file is imported into. */
export type ImportingSoldier = { name: string; platform: Platform; playerId: string | null };

/**
 * Why a file cannot be imported; of "only-ignored" nothing but the reason was understood. "other-game" has the game's title, ""
 * where that is unknown; "other-soldier" the name in the file, where it has one; "other-platform" its platform, "other" where
 * Battlefield 4 is not played on it.
 */
export type BattlelogProblem =
  | { kind: "no-soldier" | "too-high" | "no-response" | "two-soldiers" }
  | { kind: "other-game"; game: string }
  | { kind: "other-platform"; platform: Platform | "other" }
  | { kind: "other-soldier"; name: string | null }
  | { kind: "only-ignored"; reason: IgnoredReason };

export type BattlelogFile = {
  statistics: Statistics;
  /** Battlelog's id of the soldier, which is the service's; null where the file has none. */
  playerId: string | null;
  /** How many things of each kind were understood. */
  counts: Readonly<Record<keyof Understood, number>>;
  /** What was there and not understood, each reason once. */
  ignored: Ignored[];
};

/**
 * The statistics in a saved Battlelog response, or in several of them in a list or an object; otherwise why they cannot be
 * imported into this soldier. `statistics.targets` has an entry for every unlock row with numbers.
 */
export function readBattlelog(
  json: unknown,
  book: BattlelogBook,
  soldier: ImportingSoldier,
): BattlelogFile | { problem: BattlelogProblem } {
  const index = getIndex(book);
  const { answers, ignored } = findAnswers(json);
  if (answers.length === 0) return { problem: getProblem(ignored) };
  const foreign = getForeignProblem(answers, soldier);
  if (foreign) return { problem: foreign };
  const readings = answers.flatMap((answer) => READERS.map((read) => read(answer, index)));
  const all = mergeReadings([...readings, readUnlocks(answers, index)]);
  if (isEmpty(all)) return { problem: { kind: "no-soldier" } };
  const read = statistics.safeParse(toPlausible(all.statistics));
  if (!read.success) return { problem: { kind: "too-high" } };
  const { weapons, unlockRows, awards, assignments, vehicles } = all.understood;
  return {
    statistics: read.data,
    playerId: answers.map((answer) => getPersona(answer).id).find((id) => id !== null) ?? null,
    counts: {
      weapons: weapons.size,
      unlockRows: unlockRows.size,
      awards: awards.size,
      assignments: assignments.size,
      vehicles: vehicles.size,
    },
    ignored: countReasons([...ignored, ...all.ignored]),
  };
}

/** Why the answers are not this soldier's, or not all of one soldier; null where nothing in them contradicts it. */
function getForeignProblem(answers: readonly Answer[], soldier: ImportingSoldier): BattlelogProblem | null {
  const game = answers.map(getOtherGame).find((title) => title !== null);
  if (game !== undefined) return { kind: "other-game", game };
  const personas = answers.map(getPersona);
  const names = personas.flatMap(({ name }) => name ?? []);
  const distinct = <T>(values: readonly T[]) => [...new Set(values)];
  const [id, ...otherIds] = distinct(personas.flatMap((persona) => persona.id ?? []));
  const [platform, ...otherPlatforms] = distinct(personas.flatMap((persona) => persona.platform ?? []));
  const [, ...otherNames] = distinct(names.map(getNameKey));
  if ([otherIds, otherPlatforms, otherNames].some((others) => others.length > 0)) return { kind: "two-soldiers" };
  if (platform && platform !== soldier.platform) return { kind: "other-platform", platform };
  const [name = null] = names;
  const isSameId = id !== undefined && id === soldier.playerId;
  if (id !== undefined && soldier.playerId !== null && !isSameId) return { kind: "other-soldier", name };
  // A soldier of a known id may have a new name, where the answer with the name has the id.
  const isNamed = (persona: Persona) => persona.name !== null;
  const isOther = (persona: Persona) =>
    persona.name !== null && !isSameName(persona.name, soldier.name) && !(isSameId && persona.id !== null);
  if (personas.some(isOther)) return { kind: "other-soldier", name };
  // Nothing connects the id of some answers with the name of others.
  const isUnconnected = id !== undefined && !isSameId && names.length > 0;
  return isUnconnected && !personas.some((persona) => isNamed(persona) && persona.id !== null)
    ? { kind: "two-soldiers" }
    : null;
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
