// The program as a process of its own: for stories of its start and of its end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Program = AsyncDisposable & {
  process: ChildProcess;
  port: number;
  /** Resolves when it answers. */
  listening(): Promise<void>;
  /** Ends it without a word of warning, as a power cut would. */
  kill(): Promise<void>;
};

/** Where the program lies that `program-setup.ts` makes. */
export const PROGRAM = "var/program/main.js";
/** And the program of `npm run admin`. */
export const ADMIN = "var/program/admin.js";

/** Printed once the site answers. */
const ANNOUNCED = "Fieldlocker is at";

/** A folder that goes when it is disposed of. */
export async function folderOfItsOwn(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

export type Place = {
  port: number;
  folder: string;
  databaseUrl: string;
  environment?: Record<string, string>;
  /** The command-line options of Node itself. */
  nodeOptions?: readonly string[];
  /** In place of the bundle that the tests made: that of a release. */
  path?: string;
};

export function startProgram({
  port,
  folder,
  databaseUrl,
  environment = {},
  nodeOptions = [],
  path = PROGRAM,
}: Place): Program {
  const own = { PORT: String(port), VAR_DIR: folder, DATABASE_URL: databaseUrl, STATS_URL: "off", LOG_LEVEL: "silent" };
  const env = { ...process.env, ...own, ...environment };
  const program = spawn(process.execPath, [...nodeOptions, path], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const kill = async () => {
    const ended = program.exitCode === null && program.signalCode === null ? once(program, "exit") : null;
    program.kill("SIGKILL");
    await ended;
  };
  return {
    process: program,
    port,
    async listening() {
      let output = "";
      program.stderr?.on("data", (chunk: Buffer) => {
        output += String(chunk);
      });
      const ended = once(program, "exit").then(([code, signal]) => {
        throw new Error(`The program ended with ${code ?? signal} before it answered: ${output}`);
      });
      const { promise: announced, resolve } = Promise.withResolvers<void>();
      let log = "";
      // A first start logs that it made a new database before it answers.
      program.stdout?.on("data", (chunk: Buffer) => {
        log += log.includes(ANNOUNCED) ? "" : String(chunk);
        if (log.includes(ANNOUNCED)) resolve();
      });
      await Promise.race([announced, ended]);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
