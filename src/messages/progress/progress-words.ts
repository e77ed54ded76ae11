// Texts of amounts, remaining amounts, hours and sources of progress.

import type { ReportSource } from "#domain/progress/known-progress.ts";
import type { Basis, Estimate } from "#domain/progress/pace/pace.ts";
import type { CountedUnit } from "#domain/progress/target.ts";
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { createTexts, formatDates } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";
import { formatAge } from "#messages/soldier/figure-words.ts";

const HOUR_S = 3600;
const MINUTE_S = 60;
const KM_M = 1000;
const DAY_MS = 86_400_000;
/** If a value is older than this, its month is shown instead of its age. */
const MONTHS_AFTER_DAYS = 30;
/** The length of "2026-11", with which an ISO time begins. */
const MONTH_LENGTH = 7;

/** Formats an amount as a number: "3", "6,500", "2.5 h", "1.2 km". */
export function formatQuantity(amount: number, unit: CountedUnit): string {
  if (unit === "seconds") return formatSeconds(amount);
  if (unit === "metres")
    return amount < KM_M
      ? m.unit_quantity({ number: formatNumber(amount), unit: m.unit_m() })
      : m.unit_quantity({ number: formatNumber(amount / KM_M, 1), unit: m.unit_km() });
  return formatNumber(amount);
}

function formatSeconds(seconds: number): string {
  if (seconds < MINUTE_S) return m.unit_quantity({ number: formatNumber(seconds), unit: m.unit_s() });
  return seconds < HOUR_S
    ? m.figure_minutes({ minutes: formatNumber(seconds / MINUTE_S) })
    : m.figure_hours({ hours: formatNumber(seconds / HOUR_S, 1) });
}

const AMOUNTS: Record<CountedUnit, (inputs: { count: number; amount: string }) => string> = {
  kills: m.target_amount_kills,
  times: m.target_amount_times,
  score: m.target_amount_score,
  points: m.target_amount_points,
  seconds: m.target_amount_seconds,
  metres: ({ amount }) => amount,
};

/** Formats an amount with its unit: "1 kill", "6,500 score", "2.5 h of play", "1.2 km". */
export const formatAmount = (amount: number, unit: CountedUnit): string =>
  AMOUNTS[unit]({ count: amount, amount: formatQuantity(amount, unit) });

/** The messages of remaining amounts: "3 kills left", "2.5 h of play left", with the amount marked as `number`. */
export const REMAINDER_MESSAGES: Record<CountedUnit, typeof m.target_left_kills> = {
  kills: m.target_left_kills,
  times: m.target_left_times,
  score: m.target_left_score,
  points: m.target_left_points,
  seconds: m.target_left_seconds,
  metres: m.target_left_metres,
};

type Remainder = { left: number; unit: CountedUnit };

/** Returns the inputs of the messages of remaining amounts. */
export const getRemainderInputs = ({ left, unit }: Remainder) => ({ count: left, amount: formatQuantity(left, unit) });

/** Formats a remaining amount: "3 kills left". */
export const formatRemainder = (remainder: Remainder): string =>
  REMAINDER_MESSAGES[remainder.unit](getRemainderInputs(remainder));

/** The longest estimate that is shown; a longer one is shown as "over 100 h". */
const MAX_HOURS = 100;

const BASES: Record<Basis, (inputs: { time: string }) => string> = {
  item: m.target_estimate_item,
  infantry: m.target_estimate_infantry,
  play: m.target_estimate_play,
};

/** Formats an estimate: "about 2 min with it", "about 3 h on foot", "about 2.5 h of play", "over 100 h with it". */
export function formatEstimate({ hours, basis }: Estimate): string {
  const time = hours > MAX_HOURS ? m.target_over_time({ time: formatTime(MAX_HOURS) }) : formatAbout(hours);
  return basis ? BASES[basis]({ time }) : time;
}

const formatAbout = (hours: number): string => m.target_about_time({ time: formatTime(hours) });

/** Formats a time: below an hour in minutes, from 10 min on in steps of 5; then in hours, with a decimal below 10 h. */
function formatTime(hours: number): string {
  const exact = Math.max(1, Math.round(hours * 60));
  const minutes = exact < 10 ? exact : Math.round(exact / 5) * 5;
  if (minutes < 60) return m.figure_minutes({ minutes: String(minutes) });
  return m.figure_hours({ hours: hours < 10 ? formatNumber(hours, 1) : formatNumber(hours) });
}

const SOURCE_TITLES = createTexts<SnapshotSource | "tick">({
  service: m.target_teller_service,
  battlelog: m.target_teller_battlelog,
  typed: m.target_teller_typed,
  sample: m.target_teller_sample,
  tick: m.target_teller_tick,
});

/** Formats a source and its age: "statistics service, 3 h ago", "Battlelog file, Jun 2025". */
export function formatReportSource({ by, at }: ReportSource, nowMs: number): string {
  const isOld = nowMs - Date.parse(at) > MONTHS_AFTER_DAYS * DAY_MS;
  return m.target_teller({
    source: SOURCE_TITLES[by],
    age: isOld ? formatDates(at.slice(0, MONTH_LENGTH)) : formatAge(at, nowMs),
  });
}
