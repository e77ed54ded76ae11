// Which release this process is, and which of several processes: in health answers, metrics, every line of the log, and the names
// of its connections to PostgreSQL.
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

/** PostgreSQL truncates the name of a connection after 63 bytes. */
const MAX_INSTANCE_LENGTH = 40;
const OWNER = `${PROCESS.instance.slice(0, MAX_INSTANCE_LENGTH)}:${PROCESS.pid}`;

/** The name of a connection, by which other processes know how many connections this one may open. */
export const getConnectionName = (poolSize: number): string => `fieldlocker ${poolSize} ${OWNER}`;

/** The owner in the names of this process, and where PostgreSQL finds the parts of a name. */
export const CONNECTION_NAME = {
  ownOwner: OWNER,
  poolSize: "^fieldlocker (\\d{1,5}) ",
  owner: "^fieldlocker \\d{1,5} (.+)$",
};
