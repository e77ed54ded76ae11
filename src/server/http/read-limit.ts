import type { IncomingMessage } from "node:http";
import type { Config } from "#server/config/config.ts";
import { createMeter } from "#server/limits/meter.ts";
import { clientKeyOf } from "./client-key.ts";

/** Counts a call of the API, those in a batch each; answers 0, or after how many milliseconds a client that has had its share may call again. */
export type ReadLimit = (request: Pick<IncomingMessage, "url">, clientAddress: string) => number;

export function createReadLimit({ callsPerMinute }: Pick<Config, "callsPerMinute">, now: () => Date): ReadLimit {
  const meter = createMeter({ most: callsPerMinute, windowMs: 60_000 }, () => now().getTime());
  return ({ url = "" }, clientAddress) => {
    // Health is asked by who watches over the site, through the proxy from wherever the others come.
    if (!url.startsWith("/api/") || url.startsWith("/api/health/")) return 0;
    const [path = ""] = url.split("?", 1);
    const calls = path.startsWith("/api/trpc/") ? path.split(",").length : 1;
    return meter.count(clientKeyOf(clientAddress), calls);
  };
}
