const DAY_MS = 24 * 60 * 60_000;
const RETENTION_DAYS = 30;

/** How long what was deleted then can still be brought back, in words. */
export function formatLeft(deletedAt: string, now: Date): string {
  const days = Math.ceil(RETENTION_DAYS - (now.getTime() - Date.parse(deletedAt)) / DAY_MS);
  if (days <= 0) return "About to go";
  return `${Math.min(days, RETENTION_DAYS)} ${days === 1 ? "day" : "days"} left`;
}
