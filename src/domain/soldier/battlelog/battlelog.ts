// Parses a saved Battlelog file in the browser of the user who saved it.

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
  type BattlelogResponse,
  createReading,
  findResponses,
  getOtherGame,
  getPersona,
  type IgnoredReason,
  mergeReadings,
  type Persona,
  type Reading,
  toRows,
  type Understood,
} from "./reading.ts";
import { readAssignments, readAwards, readUnlocks } from "./unlocks.ts";

// The statistics of each weapon and each vehicle.
const WEAPONS: RowReader = {
  names: ["slug", "guid"],
  name: "slug",
  values: {
    kills: number("kills"),
    headshots: number("headshots"),
    secondsPlayed: number("timeEquipped"),
    // Battlelog gives the accuracy of a weapon as a fraction, but that of the soldier as a percentage.
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

function readWeapons({ data }: BattlelogResponse, index: BattlelogIndex): Reading {
  const { rows: weapons, unnamed } = readThings(data["mainWeaponStats"], WEAPONS, index.item);
  const kills = weapons.flatMap(({ id, isKnown, values: { kills } }) =>
    isKnown && kills !== undefined ? [[counter.kills(id), kills] as const] : [],
  );
  return createReading({
    statistics: { tables: weapons.length > 0 ? { weapons } : {}, counters: Object.fromEntries(kills) },
    understood: { weapons: new Set(weapons.map(({ id }) => id)) },
    ignored: unnamed.map(() => "weapon_unnamed" as const),
  });
}

function readVehicles({ data }: BattlelogResponse, index: BattlelogIndex): Reading {
  const { rows: vehicles, unnamed } = readThings(data["mainVehicleStats"], VEHICLES, index.vehicle);
  return createReading({
    statistics: { tables: vehicles.length > 0 ? { vehicles } : {} },
    understood: { vehicles: new Set(vehicles.map(({ id }) => id)) },
    ignored: unnamed.map(() => "vehicle_unnamed" as const),
  });
}

/** Returns the rows of a list, and the fields of the rows without a name. */
function readThings(
  list: unknown,
  reader: RowReader,
  findThing: NameIndex,
): { rows: StatisticsRow[]; unnamed: Fields[] } {
  const all = toRows(list);
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
 * The reason why a file cannot be imported. "only-ignored": the file has only parts that are ignored. "other-game" has the game's
 * title, or "" if it is unknown. "other-soldier" has the name in the file, if any. "other-platform" has the file's platform, or
 * "other" if Battlefield 4 does not exist for it.
 */
export type BattlelogProblem =
  | { kind: "no-soldier" | "too-high" | "no-response" | "two-soldiers" }
  | { kind: "other-game"; game: string }
  | { kind: "other-platform"; platform: Platform | "other" }
  | { kind: "other-soldier"; name: string | null }
  | { kind: "only-ignored"; reason: IgnoredReason };

export type BattlelogFile = {
  statistics: Statistics;
  /** The soldier's id in Battlelog, which the statistics service uses, too; null if the file has none. */
  playerId: string | null;
  /** The number of imported items of each kind. */
  counts: Readonly<Record<keyof Understood, number>>;
  /** The parts of the file that were ignored, counted by reason. */
  ignored: Ignored[];
};

/**
 * Returns the statistics in a saved Battlelog response, or in several responses in a list or an object; otherwise the reason why
 * they cannot be imported into this soldier. `statistics.targets` has an entry for every unlock row with numbers.
 */
export function readBattlelog(
  json: unknown,
  book: BattlelogBook,
  soldier: ImportingSoldier,
): BattlelogFile | { problem: BattlelogProblem } {
  const index = getIndex(book);
  const { responses, ignored } = findResponses(json);
  if (responses.length === 0) return { problem: getProblem(ignored) };
  const foreign = getForeignProblem(responses, soldier);
  if (foreign) return { problem: foreign };
  const readings = responses.flatMap((response) => READERS.map((read) => read(response, index)));
  const all = mergeReadings([...readings, readUnlocks(responses, index)]);
  if (isEmpty(all)) return { problem: { kind: "no-soldier" } };
  const read = statistics.safeParse(toPlausible(all.statistics));
  if (!read.success) return { problem: { kind: "too-high" } };
  const { weapons, unlockRows, awards, assignments, vehicles } = all.understood;
  return {
    statistics: read.data,
    playerId: responses.map((response) => getPersona(response).id).find((id) => id !== null) ?? null,
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

/** Returns the reason why the responses do not belong to this soldier, or to several soldiers; null if nothing contradicts it. */
function getForeignProblem(
  responses: readonly BattlelogResponse[],
  soldier: ImportingSoldier,
): BattlelogProblem | null {
  const game = responses.map(getOtherGame).find((title) => title !== null);
  if (game !== undefined) return { kind: "other-game", game };
  const personas = responses.map(getPersona);
  const names = personas.flatMap(({ name }) => name ?? []);
  const listDistinct = <T>(values: readonly T[]) => [...new Set(values)];
  const [id, ...otherIds] = listDistinct(personas.flatMap((persona) => persona.id ?? []));
  const [platform, ...otherPlatforms] = listDistinct(personas.flatMap((persona) => persona.platform ?? []));
  const [, ...otherNames] = listDistinct(names.map(getNameKey));
  if ([otherIds, otherPlatforms, otherNames].some((others) => others.length > 0)) return { kind: "two-soldiers" };
  if (platform && platform !== soldier.platform) return { kind: "other-platform", platform };
  const [name = null] = names;
  const isSameId = id !== undefined && id === soldier.playerId;
  if (id !== undefined && soldier.playerId !== null && !isSameId) return { kind: "other-soldier", name };
  // The soldier may have been renamed: another name is accepted if the same response has the soldier's id.
  const isNamed = (persona: Persona) => persona.name !== null;
  const isOther = (persona: Persona) =>
    persona.name !== null && !isSameName(persona.name, soldier.name) && !(isSameId && persona.id !== null);
  if (personas.some(isOther)) return { kind: "other-soldier", name };
  // No response connects the id of some responses with the name in others.
  const isUnconnected = id !== undefined && !isSameId && names.length > 0;
  return isUnconnected && !personas.some((persona) => isNamed(persona) && persona.id !== null)
    ? { kind: "two-soldiers" }
    : null;
}

const getProblem = ([reason]: readonly IgnoredReason[]): BattlelogProblem =>
  reason === undefined ? { kind: "no-response" } : { kind: "only-ignored", reason };

const isEmpty = ({ statistics: { figures, counters, targets, tables } }: Reading): boolean =>
  [figures, counters, targets, tables].every((part) => Object.keys(part).length === 0);

/** Returns each reason with its count. */
function countReasons(reasons: readonly IgnoredReason[]): Ignored[] {
  const counts = new Map<IgnoredReason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
