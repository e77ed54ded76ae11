// How long ago, and how soon.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Up to this many hours the age is given in hours: 47 h rather than 1 day. */
const HOURS_AT_MOST = 48;

/** "just now", "5 min ago", "3 h ago", "12 days ago". An instant that is still to come is just now. */
export function formatAge(instant: string, nowMs: number): string {
  const ms = nowMs - Date.parse(instant);
  return ms < MINUTE_MS ? "just now" : `${formatSpan(ms)} ago`;
}

/** "now", or "in 4 min"; parts of a minute count as one. */
export function formatWait(instant: string, nowMs: number): string {
  const ms = Date.parse(instant) - nowMs;
  return ms <= 0 ? "now" : `in ${formatSpan(Math.ceil(ms / MINUTE_MS) * MINUTE_MS)}`;
}

function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours < HOURS_AT_MOST ? `${hours} h` : `${Math.floor(ms / DAY_MS)} days`;
}
