// Reads a saved Battlelog file: the answers in it, what one reader found in one answer, and the values Battlelog writes.
import { type Fields, getFields, getId, getNumber, getText } from "#domain/soldier/parsing/fields.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { mergeParts } from "#domain/soldier/snapshots.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";

// The answers in a saved file: one alone, or several in lists and objects, in Battlelog's envelope or out of it.

export type Answer = {
  data: Fields;
  /** The key it stood under, where there was one: it may name a weapon. */
  key: string | undefined;
  /** Whose it is and of which game, as it names that itself or the objects around it do; the nearest counts. */
  identity: Fields;
};

/** What an answer of interest holds; one of these is enough. */
const MARKS = [
  "mainWeaponStats",
  "weaponsByCategory",
  "mainWeaponStatsMetadata",
  "selectedWeaponAccessory",
  "statsItemUnlocks",
  "mainVehicleStats",
  "unlockProgression",
  "kitItemPerformances",
  "unlocks",
  "medalAwardByCode",
  "ribbonAwardByCode",
  "allMissions",
  "generalStats",
  "overviewStats",
];

const MAX_DEPTH = 5;

/** Fields that name the game and the soldier. */
const IDENTITY = ["statsTemplate", "gameInt", "game", "personaId", "personaName", "platformInt", "viewedPersonaInfo"];

const getIdentity = (data: Fields, around: Fields): Fields => ({
  ...around,
  ...Object.fromEntries(
    IDENTITY.flatMap((field) => {
      const value = Object.hasOwn(data, field) ? data[field] : null;
      return value === null || value === undefined ? [] : [[field, value]];
    }),
  ),
});

/** Why a part of a file is left out. */
export type IgnoredReason =
  | "weapon_unnamed"
  | "vehicle_unnamed"
  | "battlepack"
  | "unlock_unknown"
  | "award_unknown"
  | "assignment_unknown"
  | "refusal"
  | "without_statistics"
  | "other_kind";

export type Answers = { answers: Answer[]; ignored: IgnoredReason[] };

/** Every answer in this JSON, and a reason for everything else. */
export function findAnswers(json: unknown, key?: string, around: Fields = {}, depth = 0): Answers {
  const data = asRecord(json);
  const identity = data ? getIdentity(data, around) : around;
  if (data && MARKS.some((mark) => Object.hasOwn(data, mark)))
    return { answers: [{ data, key, identity }], ignored: [] };
  if (data && isEnvelope(data)) return fromEnvelope(data, key, identity, depth);
  if (depth >= MAX_DEPTH || typeof json !== "object" || json === null) return NO_ANSWERS;
  return mergeAnswers(
    Object.entries(json).map(([name, value]) => findAnswers(value, data ? name : key, identity, depth + 1)),
  );
}

const NO_ANSWERS: Answers = { answers: [], ignored: [] };

const isEnvelope = (data: Fields): boolean => typeof data["type"] === "string" && Object.hasOwn(data, "data");

function fromEnvelope(
  { type, data, weaponGuid }: Fields,
  key: string | undefined,
  identity: Fields,
  depth: number,
): Answers {
  if (type === "error") return { answers: [], ignored: ["refusal"] };
  if (!asRecord(data)) return { answers: [], ignored: ["without_statistics"] };
  const inside = findAnswers(data, typeof weaponGuid === "string" ? weaponGuid : key, identity, depth + 1);
  return inside.answers.length > 0 ? inside : { answers: [], ignored: ["other_kind"] };
}

const mergeAnswers = (all: readonly Answers[]): Answers => ({
  answers: all.flatMap(({ answers }) => answers),
  ignored: all.flatMap(({ ignored }) => ignored),
});

// Whose answers these are, and of which game.

/** What an answer names as its soldier; null for what it does not name. The platform may be one that Battlefield 4 is not on. */
export type Persona = { id: string | null; platform: Platform | "other" | null; name: string | null };

/** Battlelog's numbers of platforms. */
const PLATFORMS: Readonly<Record<number, Platform>> = { 1: "pc", 2: "xbox360", 4: "ps3", 32: "ps4", 64: "xboxone" };

export function getPersona({ identity }: Answer): Persona {
  const viewed = getFields(identity["viewedPersonaInfo"]);
  const platform = getNumber(identity["platformInt"] ?? viewed["platform"]);
  return {
    id: getId(identity["personaId"]) ?? getId(viewed["personaId"]) ?? null,
    platform: platform === undefined ? null : (PLATFORMS[platform] ?? "other"),
    name: getText(identity["personaName"]) ?? null,
  };
}

const OUR_TEMPLATE = /^profile\.warsaw/i;
const OUR_NUMBER = 2048;
/** Games by the templates of their pages. */
const OTHER_GAMES: readonly (readonly [template: RegExp, title: string])[] = [
  [/^profile\.bfh/i, "Battlefield Hardline"],
  [/^profile\.bf3/i, "Battlefield 3"],
  [/^profile\.moh/i, "Medal of Honor Warfighter"],
];

/** The other game that an answer is of, by its title, or "" for one without a title here; null for Battlefield 4. */
export function getOtherGame({ identity }: Answer): string | null {
  const template = getText(identity["statsTemplate"]);
  const game = getNumber(identity["gameInt"] ?? identity["game"]);
  if (template !== undefined && !OUR_TEMPLATE.test(template)) {
    return OTHER_GAMES.find(([pattern]) => pattern.test(template))?.[1] ?? "";
  }
  return game === undefined || game === OUR_NUMBER ? null : "";
}

// What one reader found in one answer, and how findings come together.

/** What was understood of each kind, each thing once. */
export type Understood = Readonly<
  Record<"weapons" | "unlockRows" | "awards" | "assignments" | "vehicles", ReadonlySet<string>>
>;

export type Reading = {
  statistics: Statistics;
  understood: Understood;
  /** What was there and not understood: a reason, as often as it occurred. */
  ignored: IgnoredReason[];
};

const NOTHING: Understood = {
  weapons: new Set(),
  unlockRows: new Set(),
  awards: new Set(),
  assignments: new Set(),
  vehicles: new Set(),
};

type Parts = {
  statistics?: Partial<Omit<Statistics, "game">>;
  understood?: Partial<Understood>;
  ignored?: IgnoredReason[];
};

/** A reading of these parts; the rest of it is empty. */
export const getReading = ({ statistics, understood, ignored }: Parts): Reading => ({
  statistics: { ...noStatistics("bf4"), ...statistics },
  understood: { ...NOTHING, ...understood },
  ignored: ignored ?? [],
});

/** All readings as one, in whatever order they come. */
export function mergeReadings(readings: readonly Reading[]): Reading {
  const collect = (kind: keyof Understood) => new Set(readings.flatMap(({ understood }) => [...understood[kind]]));
  return {
    statistics: mergeParts(readings.map(({ statistics }) => statistics)) ?? noStatistics("bf4"),
    understood: {
      weapons: collect("weapons"),
      unlockRows: collect("unlockRows"),
      awards: collect("awards"),
      assignments: collect("assignments"),
      vehicles: collect("vehicles"),
    },
    ignored: readings.flatMap(({ ignored }) => ignored),
  };
}

// What Battlelog writes, beyond the values that every source has. Nothing here throws.

export const asRecord = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? getFields(value) : undefined;

/** The objects of a list, or of the values of an object. */
export const asRows = (value: unknown): Fields[] => {
  const rows: readonly unknown[] = Array.isArray(value) ? value : Object.values(getFields(value));
  return rows.map(asRecord).filter((row) => row !== undefined);
};

/** The entries of an object whose values are numbers. */
export const asNumbers = (value: unknown): [key: string, number][] =>
  Object.entries(getFields(value)).flatMap(([key, each]) => {
    const number = getNumber(each);
    return number === undefined ? [] : [[key, number]];
  });

/** The values that are there. */
export const present = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
