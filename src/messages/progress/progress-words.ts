// Progress as people read it.

import type { ReportSource } from "#domain/progress/known-progress.ts";
import type { Hours } from "#domain/progress/pace/pace.ts";
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
/** Beyond this age the month is shown instead of an age. */
const MONTHS_AFTER_DAYS = 30;
/** "2026-11", as an instant begins. */
const MONTH_LENGTH = 7;

/** The number of an amount: "3", "6,500", "2.5 h", "1.2 km". */
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

/** An amount with its unit: "1 kill", "6,500 score", "2.5 h of play", "1.2 km". */
export const formatAmount = (amount: number, unit: CountedUnit): string =>
  AMOUNTS[unit]({ count: amount, amount: formatQuantity(amount, unit) });

/** The messages of what is left: "3 kills left", "2.5 h of play left", with the amount marked as `number`. */
export const LEFT: Record<CountedUnit, typeof m.target_left_kills> = {
  kills: m.target_left_kills,
  times: m.target_left_times,
  score: m.target_left_score,
  points: m.target_left_points,
  seconds: m.target_left_seconds,
  metres: m.target_left_metres,
};

type Left = { left: number; unit: CountedUnit };

/** The inputs of the messages of what is left. */
export const getLeftInputs = ({ left, unit }: Left) => ({ count: left, amount: formatQuantity(left, unit) });

/** "3 kills left". */
export const formatLeft = (remainder: Left): string => LEFT[remainder.unit](getLeftInputs(remainder));

/** "about 2–4 h of play", "about 20 min of play", "3 h of play or more". */
export function formatHours({ least, most }: Pick<Hours, "least" | "most">): string {
  const from = getSpan(least);
  if (most === null) return m.target_hours_at_least({ hours: formatSpan(from) });
  const to = getSpan(most);
  const [start, end] = [formatSpan(from), formatSpan(to)];
  if (start === end) return m.target_hours_about({ hours: end });
  return m.target_hours_between({ start: from.isHours === to.isHours ? from.number : start, end });
}

/** What a range of hours goes by; it takes two snapshots at least. */
export const formatPace = ({ snapshots }: Pick<Hours, "snapshots">): string => m.target_pace({ count: snapshots });

type Span = { number: string; isHours: boolean };

/** Minutes by fives up to an hour, then hours, with one decimal while they are few. */
function getSpan(hours: number): Span {
  const minutes = Math.max(5, Math.round((hours * 60) / 5) * 5);
  if (minutes < 60) return { number: String(minutes), isHours: false };
  return { number: hours < 10 ? formatNumber(hours, 1) : formatNumber(hours), isHours: true };
}

const formatSpan = ({ number, isHours }: Span): string =>
  isHours ? m.figure_hours({ hours: number }) : m.figure_minutes({ minutes: number });

const TELLERS = createTexts<SnapshotSource | "tick">({
  service: m.target_teller_service,
  battlelog: m.target_teller_battlelog,
  typed: m.target_teller_typed,
  sample: m.target_teller_sample,
  tick: m.target_teller_tick,
});

/** The source and its age: "service, 3 h ago", "Battlelog file, Jun 2025". */
export function formatTeller({ by, at }: ReportSource, nowMs: number): string {
  const isOld = nowMs - Date.parse(at) > MONTHS_AFTER_DAYS * DAY_MS;
  return m.target_teller({
    source: TELLERS[by],
    age: isOld ? formatDates(at.slice(0, MONTH_LENGTH)) : formatAge(at, nowMs),
  });
}
