// The answers in a saved file: one alone, or several in lists and objects, in Battlelog's envelope or out of it.
import { asRecord, type Data } from "./reading.ts";

export type Answer = {
  data: Data;
  /** The key it stood under, where there was one: it may name a weapon. */
  key: string | undefined;
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

const DEEPEST = 5;

export type Answers = { answers: Answer[]; ignored: string[] };

/** Every answer in this JSON, and a reason for everything else. */
export function findAnswers(json: unknown, key?: string, depth = 0): Answers {
  const data = asRecord(json);
  if (data && MARKS.some((mark) => Object.hasOwn(data, mark))) return { answers: [{ data, key }], ignored: [] };
  if (data && isEnvelope(data)) return fromEnvelope(data, key, depth);
  if (depth >= DEEPEST || typeof json !== "object" || json === null) return NOTHING;
  return merged(Object.entries(json).map(([name, value]) => findAnswers(value, data ? name : key, depth + 1)));
}

const NOTHING: Answers = { answers: [], ignored: [] };

const isEnvelope = (data: Data): boolean => typeof data["type"] === "string" && Object.hasOwn(data, "data");

function fromEnvelope({ type, data, weaponGuid }: Data, key: string | undefined, depth: number): Answers {
  if (type === "error") return { answers: [], ignored: ["a refusal by Battlelog"] };
  if (!asRecord(data)) return { answers: [], ignored: ["an answer without statistics"] };
  const inside = findAnswers(data, typeof weaponGuid === "string" ? weaponGuid : key, depth + 1);
  return inside.answers.length > 0 ? inside : { answers: [], ignored: ["an answer of another kind"] };
}

const merged = (all: readonly Answers[]): Answers => ({
  answers: all.flatMap(({ answers }) => answers),
  ignored: all.flatMap(({ ignored }) => ignored),
});
