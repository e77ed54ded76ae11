import type { MiddlewareHandler } from "hono";
import type { AppEnvironment } from "./http-server.ts";

/** Refuses requests that change something and come from another site; a provider's return is guarded by its state. */
export const originGuard =
  (origin: string): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    if (c.req.method === "POST" && !c.req.path.startsWith("/api/auth/callback/") && isForeign(c.req.raw, origin)) {
      return c.json({ code: "FORBIDDEN", message: "This request came from another site." }, 403);
    }
    return next();
  };

function isForeign({ headers }: Request, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const from = headers.get("origin");
  return from === null ? headers.has("cookie") : from !== origin;
}
