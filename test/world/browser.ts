import { readFileSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** How to launch the browser that scripts/setup.mjs named in var/browser: a path, or "playwright" for its own. */
export function browserLaunch(): LaunchOptions {
  const named = readFileSync("var/browser", "utf8");
  return named === "playwright" ? {} : { executablePath: named };
}
