import { readFileSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Without a graphics card the browser draws quicker when it does not look for one. */
const PLAIN = ["--disable-gpu"];

/**
 * Stories are over before what an optimising compiler makes of a script pays, on machines that draw without a graphics
 * card, and never show a page of another site: a sixth of the processors' work. What is measured does without these.
 */
export const FOR_STORIES = [
  "--js-flags=--no-opt --no-maglev",
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process",
  "--blink-settings=acceleratedCompositingEnabled=false",
];

/** How to launch the browser that scripts/setup.mjs named in var/browser: a path, or "playwright" for its own. */
export function browserLaunch(more: readonly string[] = []): LaunchOptions {
  const named = readFileSync("var/browser", "utf8");
  return { args: [...PLAIN, ...more], ...(named !== "playwright" && { executablePath: named }) };
}
