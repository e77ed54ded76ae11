// P7: the time from starting the process to the first 200 response for the home page, and the memory of the idle process.
// Compares the built program, the program run from source (the peer) and a bare node:http server (the limit).
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { lazy, type Measurement } from "./measurement.ts";
import { createTempFolder, stopProgram, UNLIMITED } from "./servers.ts";

const BARE =
  'require("node:http").createServer((_, response) => response.end("{}")).listen(process.env.PORT, "127.0.0.1")';
const BUILT = ["dist/server/main.js"];
const SOURCE = ["src/server/main.ts"];
const TIMEOUT_MS = 20_000;
const IDLE_MS = 3000;
const KIB_PER_MIB = 1024;

/** A folder with a database that an earlier start created. */
const getFolder = lazy(async () => {
  const path = await createTempFolder();
  await measureServer(BUILT, path, async () => {});
  return path;
});

/** Starts the program, calls `measure` after its first response, and stops the program. */
async function measureServer<Value>(
  args: readonly string[],
  varDir: string,
  measure: (server: ChildProcess, startedAt: number) => Promise<Value>,
): Promise<Value> {
  const port = await findFreePort();
  const env = { ...process.env, ...UNLIMITED, PORT: String(port), VAR_DIR: varDir };
  const startedAt = performance.now();
  const server = spawn(process.execPath, args, { env, stdio: "ignore" });
  try {
    await waitForResponse(`http://localhost:${port}/`, startedAt + TIMEOUT_MS);
    return await measure(server, startedAt);
  } finally {
    await stopProgram(server);
  }
}

async function waitForResponse(url: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await setTimeout(2);
  }
  throw new Error(`${url} did not answer.`);
}

const measureTime = async (args: readonly string[]): Promise<number> =>
  measureServer(args, await getFolder(), async (_, startedAt) => performance.now() - startedAt);

const measureIdleMemory = async (args: readonly string[]): Promise<number> =>
  measureServer(args, await getFolder(), async ({ pid }) => {
    await setTimeout(IDLE_MS);
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / KIB_PER_MIB;
  });

export const firstAnswer: readonly Measurement[] = [
  {
    id: "P7",
    name: "first answer after start, on an existing database (time)",
    goals: [{ baseline: "limit", atMost: 2.5 }],
    rounds: 9,
    ours: () => measureTime(BUILT),
    peer: () => measureTime(SOURCE),
    limit: () => measureTime(["-e", BARE]),
  },
  {
    id: "P7",
    name: "resident memory when idle",
    goals: [],
    maximum: { value: 220, unit: "MiB" },
    rounds: 3,
    ours: () => measureIdleMemory(BUILT),
    peer: () => measureIdleMemory(SOURCE),
    limit: () => measureIdleMemory(["-e", BARE]),
  },
];
