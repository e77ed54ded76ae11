// Progress as people read it.

import type { ReportSource } from "#domain/progress/known-progress.ts";
import type { Hours } from "#domain/progress/pace/pace.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { formatAge } from "#messages/soldier/figure-words.ts";

const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const MONTHS = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

const HOUR_S = 3600;
const MINUTE_S = 60;
const KM_M = 1000;
const DAY_MS = 86_400_000;
/** Beyond this age the month is shown instead of an age. */
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
export function formatNumber(amount: number, unit: CountedUnit): string {
  if (unit === "seconds") return formatSeconds(amount);
  if (unit === "metres") return amount < KM_M ? `${NUMBERS.format(amount)} m` : `${TENTHS.format(amount / KM_M)} km`;
  return NUMBERS.format(amount);
}

function formatSeconds(seconds: number): string {
  if (seconds < MINUTE_S) return `${NUMBERS.format(seconds)} s`;
  return seconds < HOUR_S ? `${NUMBERS.format(seconds / MINUTE_S)} min` : `${TENTHS.format(seconds / HOUR_S)} h`;
}

/** An amount with its unit: "1 kill", "6,500 score", "2.5 h of play", "1.2 km". */
export const formatAmount = (amount: number, unit: CountedUnit): string =>
  unit === "metres" ? formatNumber(amount, unit) : `${formatNumber(amount, unit)} ${getNoun(amount, unit)}`;

/** What follows the number of what is left: "kills left", "of play left", "to go". */
export const formatRemaining = (left: number, unit: CountedUnit): string =>
  unit === "metres" ? getNoun(left, unit) : `${getNoun(left, unit)} left`;

/** "3 kills left". */
export const formatLeft = ({ left, unit }: { left: number; unit: CountedUnit }): string =>
  `${formatNumber(left, unit)} ${formatRemaining(left, unit)}`;

const getNoun = (amount: number, unit: CountedUnit): string => NOUNS[unit][amount === 1 ? 0 : 1];

/** "about 2–4 h of play", "about 20 min of play", "3 h of play or more". */
export function formatHours({ least, most }: Pick<Hours, "least" | "most">): string {
  if (most === null) return `${formatHour(least)} of play or more`;
  const [from, to] = [formatHour(least), formatHour(most)];
  if (from === to) return `about ${from} of play`;
  const [unit, other] = [from, to].map((text) => text.replace(/^[\d.,]+ /, ""));
  return `about ${unit === other ? from.replace(` ${unit}`, "") : from}–${to} of play`;
}

/** What a range of hours goes by; it takes two snapshots at least. */
export const formatPace = ({ snapshots }: Pick<Hours, "snapshots">): string => `from your last ${snapshots} snapshots`;

/** Minutes by fives up to an hour, then hours, with one decimal while they are few. */
function formatHour(hours: number): string {
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

/** The source and its age: "service, 3 h ago", "Battlelog file, June 2025". */
export function formatTeller({ by, at }: ReportSource, nowMs: number): string {
  const isOld = nowMs - Date.parse(at) > MONTHS_AFTER_DAYS * DAY_MS;
  return `${TELLERS[by]}, ${isOld ? MONTHS.format(new Date(at)) : formatAge(at, nowMs)}`;
}
