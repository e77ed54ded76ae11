// Formats the figures of a soldier.

import type { Change } from "#domain/soldier/difference.ts";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** From this number of hours on, minutes are not shown. */
const MANY_HOURS = 100;

/** Formats a number with exactly two decimals, so that ratios are aligned. */
function formatHundredths(value: number): string {
  const [whole, fraction = ""] = formatNumber(value, 2).split(m.language_decimal());
  return whole + m.language_decimal() + fraction.padEnd(2, "0");
}

const FORMATTERS: Record<Unit, (value: number) => string> = {
  count: (value) => formatNumber(value),
  rank: (value) => formatNumber(value),
  share: (value) => m.unit_quantity({ number: formatNumber(value * 100, 1), unit: m.unit_per_cent() }),
  ratio: (value) => formatHundredths(value),
  rate: (value) => formatHundredths(value),
  points: (value) => formatNumber(value),
  metres: (value) => m.unit_quantity({ number: formatNumber(value, 1), unit: m.unit_m() }),
  seconds: formatDuration,
};

/** Formats a value with its unit: "1,204", "12.5 %", "140 h". */
export const formatFigure = (value: number, unit: Unit): string => FORMATTERS[unit](value);

/** Formats the difference of two values with its sign; returns null if it is 0 after rounding. */
export function formatGain(from: number, to: number, unit: Unit): string | null {
  const gain = Math.abs(to - from);
  if (formatFigure(gain, unit) === formatFigure(0, unit)) return null;
  // The difference of two shares is in percentage points.
  const number = unit === "share" && formatNumber(gain * 100, 1);
  const text = number ? m.unit_quantity({ number, unit: m.unit_percentage_points() }) : formatFigure(gain, unit);
  return `${to < from ? "−" : "+"}${text}`;
}

/** Formats the change of a figure: "+40", "1.20 → 1.25", "3.00 in this time". */
export function formatChange({ from, to, by: delta, between: intervalValue, unit }: Change): string {
  if (intervalValue !== null && delta === null)
    return m.figure_in_this_time({ value: formatFigure(intervalValue, unit) });
  if (from === null || to === null) return m.figure_one_side_unknown();
  if (delta !== null) return formatGain(from, to, unit) ?? m.figure_unchanged();
  return from === to ? m.figure_unchanged() : `${formatFigure(from, unit)} → ${formatFigure(to, unit)}`;
}

function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (hours >= MANY_HOURS || (hours > 0 && minutes === 0)) return m.figure_hours({ hours: formatNumber(hours) });
  return hours > 0 ? m.figure_hours_and_minutes({ hours, minutes }) : m.figure_minutes({ minutes });
}

// The time since and until an instant.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From this number of hours on, a time span is shown in days: 47 h, then 2 days. */
const HOURS_UNTIL_DAYS = 48;

/** Formats an age: "just now", "5 min ago", "3 h ago", "12 days ago"; "just now" for an instant in the future. */
export function formatAge(instant: string, nowMs: number): string {
  const ms = nowMs - Date.parse(instant);
  return ms < MINUTE_MS ? m.figure_just_now() : m.figure_ago({ span: formatSpan(ms) });
}

/** Formats the time until an instant: "now" or "in 4 min", rounded up. */
export function formatWait(instant: string, nowMs: number): string {
  const ms = Date.parse(instant) - nowMs;
  return ms <= 0 ? m.figure_now() : m.figure_in({ span: formatSpan(Math.ceil(ms / MINUTE_MS) * MINUTE_MS) });
}

function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return m.figure_minutes({ minutes: Math.floor(ms / MINUTE_MS) });
  const hours = Math.floor(ms / HOUR_MS);
  return hours < HOURS_UNTIL_DAYS ? m.figure_hours({ hours }) : m.figure_days({ count: Math.floor(ms / DAY_MS) });
}
