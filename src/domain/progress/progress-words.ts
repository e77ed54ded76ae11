// Progress as people read it.
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { sayAge } from "#domain/soldier/time-words.ts";
import type { Teller } from "./known.ts";
import type { CountedUnit } from "./need.ts";
import type { Hours } from "./pace.ts";

const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const MONTHS = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

const HOUR_S = 3600;
const MINUTE_S = 60;
const KM_M = 1000;
const DAY_MS = 86_400_000;
/** Older than this, a month says more than an age. */
const MONTHS_AFTER_DAYS = 30;

/** One of a unit, and several. */
const NOUNS: Record<CountedUnit, readonly [one: string, several: string]> = {
  kills: ["kill", "kills"],
  times: ["time", "times"],
  score: ["score", "score"],
  points: ["point", "points"],
  seconds: ["of play", "of play"],
  metres: ["to go", "to go"],
};

/** The number of an amount: "3", "6,500", "2.5 h", "1.2 km". */
export function sayNumber(amount: number, unit: CountedUnit): string {
  if (unit === "seconds") return saySeconds(amount);
  if (unit === "metres") return amount < KM_M ? `${NUMBERS.format(amount)} m` : `${TENTHS.format(amount / KM_M)} km`;
  return NUMBERS.format(amount);
}

function saySeconds(seconds: number): string {
  if (seconds < MINUTE_S) return `${NUMBERS.format(seconds)} s`;
  return seconds < HOUR_S ? `${NUMBERS.format(seconds / MINUTE_S)} min` : `${TENTHS.format(seconds / HOUR_S)} h`;
}

/** An amount with its unit: "1 kill", "6,500 score", "2.5 h of play", "1.2 km". */
export const sayAmount = (amount: number, unit: CountedUnit): string =>
  unit === "metres" ? sayNumber(amount, unit) : `${sayNumber(amount, unit)} ${nounOf(amount, unit)}`;

/** What follows the number of what is left: "kills left", "of play left", "to go". */
export const leftWords = (left: number, unit: CountedUnit): string =>
  unit === "metres" ? nounOf(left, unit) : `${nounOf(left, unit)} left`;

/** "3 kills left". */
export const sayLeft = ({ left, unit }: { left: number; unit: CountedUnit }): string =>
  `${sayNumber(left, unit)} ${leftWords(left, unit)}`;

const nounOf = (amount: number, unit: CountedUnit): string => NOUNS[unit][amount === 1 ? 0 : 1];

/** "about 2–4 h of play", "about 20 min of play", "3 h of play or more". */
export function sayHours({ least, most }: Pick<Hours, "least" | "most">): string {
  if (most === null) return `${sayHour(least)} of play or more`;
  const [from, to] = [sayHour(least), sayHour(most)];
  if (from === to) return `about ${from} of play`;
  const [unit, other] = [from, to].map((text) => text.replace(/^[\d.,]+ /, ""));
  return `about ${unit === other ? from.replace(` ${unit}`, "") : from}–${to} of play`;
}

/** What a range of hours goes by; it takes two snapshots at least. */
export const sayPace = ({ snapshots }: Pick<Hours, "snapshots">): string => `from your last ${snapshots} snapshots`;

/** Minutes by fives up to an hour, then hours, with one decimal while they are few. */
function sayHour(hours: number): string {
  const minutes = Math.max(5, Math.round((hours * 60) / 5) * 5);
  if (minutes < 60) return `${minutes} min`;
  return `${hours < 10 ? TENTHS.format(hours) : NUMBERS.format(hours)} h`;
}

const TELLERS: Record<SnapshotSource | "tick", string> = {
  service: "service",
  battlelog: "Battlelog file",
  typed: "typed",
  sample: "sample",
  tick: "ticked",
};

/** Who told it and when: "service, 3 h ago", "Battlelog file, June 2025". */
export function sayTeller({ by, at }: Teller, nowMs: number): string {
  const isOld = nowMs - Date.parse(at) > MONTHS_AFTER_DAYS * DAY_MS;
  return `${TELLERS[by]}, ${isOld ? MONTHS.format(new Date(at)) : sayAge(at, nowMs)}`;
}
