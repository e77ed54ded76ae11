// Formats numbers without `Intl`, whose tables take 60 ms to load on a phone when a page starts.
import { m } from "#messages";

/** Outside this range, `String(number)` may have an exponent or too few digits for rounding. */
const PLAIN_RANGE = { min: 1e-6, max: 1e9 };

/** Formats a number like `Intl.NumberFormat` in the active language, with at most this many decimals. */
export function formatNumber(value: number, decimals = 0): string {
  const size = Math.abs(value);
  if (size !== 0 && !(size >= PLAIN_RANGE.min && size < PLAIN_RANGE.max))
    return value.toLocaleString(m.language_tag(), { maximumFractionDigits: decimals });
  // Round the decimal text: 1.005 becomes 1.01, although its binary value is smaller.
  const rounded = Number(`${Math.round(Number(`${size}e${decimals}`))}e-${decimals}`);
  const [whole = "", fraction] = String(rounded).split(".");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const isGrouped = m.language_groups() === "from 1000" || whole.length > 4;
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, m.language_group()) : whole;
  return sign + (fraction ? grouped + m.language_decimal() + fraction : grouped);
}
