import { existsSync, readFileSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** On a machine without a graphics card the browser draws faster when it does not search for one. */
const BASE_ARGS = ["--disable-gpu"];

/**
 * Options that save a sixth of the processor time of browser tests. A test ends before the optimising compiler pays off,
 * draws without a graphics card, and shows no page of another site. Measurements do not use them.
 */
export const FAST_TEST_ARGS = [
  "--js-flags=--no-opt --no-maglev",
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process",
  "--blink-settings=acceleratedCompositingEnabled=false",
];

/** Where scripts/setup.mjs writes the browser: a path, or "playwright". */
const BROWSER_FILE = "var/browser";

/** Returns the launch options of the prepared browser; without one, those of Playwright's own, so that its settings can be read. */
export function getLaunchOptions(more: readonly string[] = []): LaunchOptions {
  const browser = existsSync(BROWSER_FILE) ? readFileSync(BROWSER_FILE, "utf8") : "playwright";
  return { args: [...BASE_ARGS, ...more], ...(browser !== "playwright" && { executablePath: browser }) };
}
