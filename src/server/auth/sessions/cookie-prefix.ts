import type { Config } from "#server/config/config.ts";

/** How the names of our cookies begin. Under HTTPS that binds them to this host and path. */
export const getCookiePrefix = ({ origin }: Pick<Config, "origin">): string =>
  origin.startsWith("https:") ? "__Host-fieldlocker" : "fieldlocker";
