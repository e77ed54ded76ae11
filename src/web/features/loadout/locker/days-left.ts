const DAY_MS = 24 * 60 * 60_000;
const KEPT_DAYS = 30;

/** How long what was deleted then can still be brought back, in words. */
export function sayLeft(deletedAt: string, now: Date): string {
  const days = Math.ceil(KEPT_DAYS - (now.getTime() - Date.parse(deletedAt)) / DAY_MS);
  if (days <= 0) return "About to go";
  return `${Math.min(days, KEPT_DAYS)} ${days === 1 ? "day" : "days"} left`;
}
