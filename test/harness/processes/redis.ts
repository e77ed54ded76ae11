// A temporary Redis on this machine: without persistence, on its own port, and removed when disposed of.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";

/** Every world has one to itself. */
const DATABASES = 20_000;

export type RedisServer = AsyncDisposable & {
  url: string;
  /** It takes what is said and answers nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends it, and what it knows with it, until `begin`. */
  end(): Promise<void>;
  begin(): Promise<void>;
};

/** Redis's program, or null on a machine without it; in CI that is an error. */
export function redisProgram(): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  const found = folders.map((folder) => join(folder, "redis-server")).find((path) => existsSync(path)) ?? null;
  if (!found && process.env["CI"]) throw new Error("CI must not skip the stories on Redis: install its server.");
  return found;
}

/** Starts `program`; resolves when it takes connections. */
export async function startRedis(program: string): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "fieldlocker-redis-"));
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", save: "", appendonly: "no", databases: DATABASES, dir: folder };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
    await readiness(server);
    return server;
  };
  let server = await start();
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    // A frozen process ends by nothing less.
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    end,
    async begin() {
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

function readiness(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes("Ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`Redis did not start: ${said}`)));
  });
}
