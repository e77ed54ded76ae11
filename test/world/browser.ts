import { readFileSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Without a graphics card the browser draws quicker when it does not look for one. */
const PLAIN = ["--disable-gpu"];

/** How to launch the browser that scripts/setup.mjs named in var/browser: a path, or "playwright" for its own. */
export function browserLaunch(): LaunchOptions {
  const named = readFileSync("var/browser", "utf8");
  return { args: PLAIN, ...(named !== "playwright" && { executablePath: named }) };
}
