// The release and the identity of this process, for health checks, metrics, log lines and the names of its PostgreSQL connections.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { findProject } from "#platform/folder.ts";

/** The folder of builds, which are named by their time. */
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

/** Returns the name of a connection, from which other processes read how many connections this process may open. */
export const getConnectionName = (poolSize: number): string => `fieldlocker ${poolSize} ${OWNER}`;

/** The owner in this process's connection names, and patterns with which PostgreSQL extracts the parts of a name. */
export const CONNECTION_NAME = {
  ownOwner: OWNER,
  poolSize: "^fieldlocker (\\d{1,5}) ",
  owner: "^fieldlocker \\d{1,5} (.+)$",
};
