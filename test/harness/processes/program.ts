// The program as a separate process, for tests of its start and its shutdown.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Program = AsyncDisposable & {
  process: ChildProcess;
  port: number;
  /** Resolves when it accepts requests. */
  listening(): Promise<void>;
  /** Kills it without a graceful shutdown, as a power failure would. */
  kill(): Promise<void>;
};

/** The bundle that `program-setup.ts` builds. */
export const PROGRAM = "var/program/main.js";
/** The bundle of `npm run admin`. */
export const ADMIN = "var/program/admin.js";

/** Printed once the site accepts requests. */
const READY_LINE = "Fieldlocker is at";

/** Creates a temporary folder that is removed when disposed of. */
export async function createTempFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

export type ProgramOptions = {
  port: number;
  folder: string;
  databaseUrl: string;
  environment?: Record<string, string>;
  /** The command-line options of Node itself. */
  nodeOptions?: readonly string[];
  /** The bundle of a release, to run in place of the one that the tests built. */
  path?: string;
};

export function startProgram({
  port,
  folder,
  databaseUrl,
  environment = {},
  nodeOptions = [],
  path = PROGRAM,
}: ProgramOptions): Program {
  const defaults = {
    PORT: String(port),
    VAR_DIR: folder,
    DATABASE_URL: databaseUrl,
    STATS_URL: "off",
    LOG_LEVEL: "silent",
  };
  const env = { ...process.env, ...defaults, ...environment };
  const program = spawn(process.execPath, [...nodeOptions, path], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const kill = async () => {
    const exitEvent = program.exitCode === null && program.signalCode === null ? once(program, "exit") : null;
    program.kill("SIGKILL");
    await exitEvent;
  };
  return {
    process: program,
    port,
    async listening() {
      let output = "";
      program.stderr?.on("data", (chunk: Buffer) => {
        output += String(chunk);
      });
      const failure = once(program, "exit").then(([code, signal]) => {
        throw new Error(`The program ended with ${code ?? signal} before it answered: ${output}`);
      });
      const { promise: readyLine, resolve } = Promise.withResolvers<void>();
      let log = "";
      // A first start logs that it created a new database before it accepts requests.
      program.stdout?.on("data", (chunk: Buffer) => {
        log += log.includes(READY_LINE) ? "" : String(chunk);
        if (log.includes(READY_LINE)) resolve();
      });
      await Promise.race([readyLine, failure]);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
