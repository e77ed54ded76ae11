// Which release this process is, and which of several processes: in health answers, metrics and every line of the log.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { findProject } from "#platform/folder.ts";

/** Builds are folders of `releases` that are named by their time. */
const RELEASES = "releases";

export type ProcessIdentity = { release: string; instance: string; pid: number };

function getRelease(): string {
  const folder = dirname(import.meta.dirname);
  const build = basename(dirname(folder)) === RELEASES ? `+${basename(folder)}` : "";
  return `${readVersion()}${build}`;
}

function readVersion(): string {
  try {
    return JSON.parse(readFileSync(join(findProject(import.meta.dirname), "package.json"), "utf8")).version;
  } catch {
    return "unknown";
  }
}

export const PROCESS: ProcessIdentity = { release: getRelease(), instance: hostname(), pid: process.pid };
