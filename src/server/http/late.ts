import type { MiddlewareHandler } from "hono";
import { lazy } from "#platform/cache.ts";
import type { AppEnvironment } from "./http-server.ts";

/** A handler that is loaded with its first request, so that a start does not wait for it. */
export function lazyHandler(load: () => Promise<MiddlewareHandler<AppEnvironment>>): MiddlewareHandler<AppEnvironment> {
  const handler = lazy(load);
  return async (c, next) => (await handler())(c, next);
}
