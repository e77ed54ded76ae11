// The program as a process of its own, from source: for stories of its start and of its end.
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

/** A folder that goes when it is disposed of. */
export async function folderOfItsOwn(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

type Place = { port: number; folder: string; databaseUrl: string; environment?: Record<string, string> };

export function startProgram({ port, folder, databaseUrl, environment = {} }: Place): Program {
  const own = { PORT: String(port), VAR_DIR: folder, DATABASE_URL: databaseUrl, STATS_URL: "off", LOG_LEVEL: "silent" };
  const env = { ...process.env, ...own, ...environment };
  const program = spawn(process.execPath, ["src/server/main.ts"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = async () => {
    const ended = program.exitCode === null && program.signalCode === null ? once(program, "exit") : null;
    program.kill("SIGKILL");
    await ended;
  };
  return {
    process: program,
    port,
    async listening() {
      await once(program.stdout, "data");
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
