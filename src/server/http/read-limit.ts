import type { MiddlewareHandler } from "hono";
import { createMeter } from "#server/limits/meter.ts";
import { clientKeyOf } from "./client-key.ts";
import type { AppEnvironment } from "./door.ts";

/** Of calls, those in a batch counted each: far more than a person makes, and than a page of ours. */
const SHARE = { most: 1200, windowMs: 60_000 };

/** Refuses a client that calls the API more often than its share. */
export function readLimit(now: () => Date): MiddlewareHandler<AppEnvironment> {
  const meter = createMeter(SHARE, () => now().getTime());
  return async (c, next) => {
    const calls = c.req.path.startsWith("/api/trpc/") ? c.req.path.split(",").length : 1;
    const waitMs = meter.count(clientKeyOf(c.env.clientAddress), calls);
    if (waitMs === 0) return next();
    const said = { code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later." };
    return c.json(said, 429, { "Cache-Control": "no-store", "Retry-After": String(Math.ceil(waitMs / 1000)) });
  };
}
