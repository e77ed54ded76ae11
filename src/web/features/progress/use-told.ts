import type { Teller } from "#domain/progress/known.ts";
import { sayTeller } from "#domain/progress/progress-words.ts";
import { useNow } from "#web/client/use-now.ts";

const MINUTE_MS = 60_000;

/** Who told something and how long ago, kept up with the clock. */
export function useTold(): (teller: Teller) => string {
  const now = useNow(MINUTE_MS);
  return (teller) => sayTeller(teller, now);
}
