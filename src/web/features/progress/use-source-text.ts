import type { ReportSource } from "#domain/progress/known-progress.ts";
import { formatTeller } from "#domain/progress/progress-words.ts";
import { useNow } from "#web/data/stores/use-now.ts";

const MINUTE_MS = 60_000;

/** Formats a source and its age; updated with the clock. */
export function useSourceText(): (teller: ReportSource) => string {
  const now = useNow(MINUTE_MS);
  return (teller) => formatTeller(teller, now);
}
