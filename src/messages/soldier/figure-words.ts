// Figures of a soldier as people read them.

import type { Change } from "#domain/soldier/difference.ts";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** From here on minutes are of no interest. */
const MANY_HOURS = 100;

/** Always with two decimals, so that ratios stand under each other. */
function formatHundredths(value: number): string {
  const [whole, fraction = ""] = formatNumber(value, 2).split(m.language_decimal());
  return whole + m.language_decimal() + fraction.padEnd(2, "0");
}

const WORDS: Record<Unit, (value: number) => string> = {
  count: (value) => formatNumber(value),
  rank: (value) => formatNumber(value),
  share: (value) => m.unit_quantity({ number: formatNumber(value * 100, 1), unit: m.unit_per_cent() }),
  ratio: (value) => formatHundredths(value),
  rate: (value) => formatHundredths(value),
  points: (value) => formatNumber(value),
  metres: (value) => m.unit_quantity({ number: formatNumber(value, 1), unit: m.unit_m() }),
  seconds: formatDuration,
};

/** The value with its unit: "1,204", "12.5 %", "140 h". */
export const formatFigure = (value: number, unit: Unit): string => WORDS[unit](value);

/** How much a value is above or below another, with its sign; null where it reads the same. */
export function formatGain(from: number, to: number, unit: Unit): string | null {
  const gain = Math.abs(to - from);
  if (formatFigure(gain, unit) === formatFigure(0, unit)) return null;
  // Two shares differ by percentage points.
  const number = unit === "share" && formatNumber(gain * 100, 1);
  const text = number ? m.unit_quantity({ number, unit: m.unit_percentage_points() }) : formatFigure(gain, unit);
  return `${to < from ? "−" : "+"}${text}`;
}

/** What changed of a figure, in a few words: "+40", "1.20 → 1.25", "3.00 in this time". */
export function formatChange({ from, to, by, between, unit }: Change): string {
  if (between !== null && by === null) return m.figure_in_this_time({ value: formatFigure(between, unit) });
  if (from === null || to === null) return m.figure_one_side_unknown();
  if (by !== null) return formatGain(from, to, unit) ?? m.figure_unchanged();
  return from === to ? m.figure_unchanged() : `${formatFigure(from, unit)} → ${formatFigure(to, unit)}`;
}

function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (hours >= MANY_HOURS || (hours > 0 && minutes === 0)) return m.figure_hours({ hours: formatNumber(hours) });
  return hours > 0 ? m.figure_hours_and_minutes({ hours, minutes }) : m.figure_minutes({ minutes });
}

// How long ago, and how soon.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Up to this many hours the age is given in hours: 47 h rather than 1 day. */
const HOURS_AT_MOST = 48;

/** "just now", "5 min ago", "3 h ago", "12 days ago"; an instant in the future is "just now". */
export function formatAge(instant: string, nowMs: number): string {
  const ms = nowMs - Date.parse(instant);
  return ms < MINUTE_MS ? m.figure_just_now() : m.figure_ago({ span: formatSpan(ms) });
}

/** "now", or "in 4 min"; parts of a minute count as one. */
export function formatWait(instant: string, nowMs: number): string {
  const ms = Date.parse(instant) - nowMs;
  return ms <= 0 ? m.figure_now() : m.figure_in({ span: formatSpan(Math.ceil(ms / MINUTE_MS) * MINUTE_MS) });
}

function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return m.figure_minutes({ minutes: Math.floor(ms / MINUTE_MS) });
  const hours = Math.floor(ms / HOUR_MS);
  return hours < HOURS_AT_MOST ? m.figure_hours({ hours }) : m.figure_days({ count: Math.floor(ms / DAY_MS) });
}
