import { getClientKey } from "#platform/http/client-address.ts";
import type { Config } from "#server/config/config.ts";
import { createMeter } from "#server/limits/meter.ts";

/** Counts a call of the API by its path, those in a batch each; answers 0, or after how many milliseconds a client that has had its share may call again. */
export type ReadLimit = (path: string, clientAddress: string) => number;

export function createReadLimit({ callsPerMinute }: Pick<Config, "callsPerMinute">, now: () => Date): ReadLimit {
  const meter = createMeter({ most: callsPerMinute, windowMs: 60_000 }, () => now().getTime());
  return (path, clientAddress) => {
    // Health is asked by who watches over the site, through the proxy from wherever the others come.
    if (!path.startsWith("/api/") || path.startsWith("/api/health/")) return 0;
    const calls = path.startsWith("/api/trpc/") ? path.split(",").length : 1;
    return meter.count(getClientKey(clientAddress), calls);
  };
}
