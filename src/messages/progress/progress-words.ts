// Progress as people read it.

import type { ReportSource } from "#domain/progress/known-progress.ts";
import type { Hours } from "#domain/progress/pace/pace.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
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

/** The number of an amount: "3", "6,500", "2.5 h", "1.2 km". */
export function formatNumber(amount: number, unit: CountedUnit): string {
  if (unit === "seconds") return formatSeconds(amount);
  if (unit === "metres")
    return amount < KM_M
      ? m.figure_metres({ metres: NUMBERS.format(amount) })
      : m.target_km({ km: TENTHS.format(amount / KM_M) });
  return NUMBERS.format(amount);
}

function formatSeconds(seconds: number): string {
  if (seconds < MINUTE_S) return m.target_seconds({ seconds: NUMBERS.format(seconds) });
  return seconds < HOUR_S
    ? m.figure_minutes({ minutes: NUMBERS.format(seconds / MINUTE_S) })
    : m.figure_hours({ hours: TENTHS.format(seconds / HOUR_S) });
}

const AMOUNTS: Record<CountedUnit, (inputs: { count: number; amount: string }) => string> = {
  kills: m.target_amount_kills,
  times: m.target_amount_times,
  score: m.target_amount_score,
  points: m.target_amount_points,
  seconds: m.target_amount_seconds,
  metres: ({ amount }) => amount,
};

/** An amount with its unit: "1 kill", "6,500 score", "2.5 h of play", "1.2 km". */
export const formatAmount = (amount: number, unit: CountedUnit): string =>
  AMOUNTS[unit]({ count: amount, amount: formatNumber(amount, unit) });

const REMAINING: Record<CountedUnit, (inputs: { count: number }) => string> = {
  kills: m.target_remaining_kills,
  times: m.target_remaining_times,
  score: m.target_remaining_score,
  points: m.target_remaining_points,
  seconds: m.target_remaining_seconds,
  metres: m.target_remaining_metres,
};

/** What follows the number of what is left: "kills left", "of play left", "to go". */
export const formatRemaining = (left: number, unit: CountedUnit): string => REMAINING[unit]({ count: left });

/** "3 kills left". */
export const formatLeft = ({ left, unit }: { left: number; unit: CountedUnit }): string =>
  m.target_left({ amount: formatNumber(left, unit), remaining: formatRemaining(left, unit) });

/** "about 2–4 h of play", "about 20 min of play", "3 h of play or more". */
export function formatHours({ least, most }: Pick<Hours, "least" | "most">): string {
  if (most === null) return m.target_hours_at_least({ hours: formatHour(least) });
  const [from, to] = [formatHour(least), formatHour(most)];
  if (from === to) return m.target_hours_about({ hours: from });
  const [unit, other] = [from, to].map((text) => text.replace(/^[\d.,]+ /, ""));
  const start = unit === other ? from.replace(` ${unit}`, "") : from;
  return m.target_hours_between({ start, end: to });
}

/** What a range of hours goes by; it takes two snapshots at least. */
export const formatPace = ({ snapshots }: Pick<Hours, "snapshots">): string => m.target_pace({ count: snapshots });

/** Minutes by fives up to an hour, then hours, with one decimal while they are few. */
function formatHour(hours: number): string {
  const minutes = Math.max(5, Math.round((hours * 60) / 5) * 5);
  if (minutes < 60) return m.figure_minutes({ minutes });
  return m.figure_hours({ hours: hours < 10 ? TENTHS.format(hours) : NUMBERS.format(hours) });
}

const TELLERS = createTexts<SnapshotSource | "tick">({
  service: m.target_teller_service,
  battlelog: m.target_teller_battlelog,
  typed: m.target_teller_typed,
  sample: m.target_teller_sample,
  tick: m.target_teller_tick,
});

/** The source and its age: "service, 3 h ago", "Battlelog file, June 2025". */
export function formatTeller({ by, at }: ReportSource, nowMs: number): string {
  const isOld = nowMs - Date.parse(at) > MONTHS_AFTER_DAYS * DAY_MS;
  return m.target_teller({ source: TELLERS[by], age: isOld ? MONTHS.format(new Date(at)) : formatAge(at, nowMs) });
}
