// P7: the time from starting the process to the first 200 response, for the home page, and the memory of the idle
// process: the built program, the program run from source (the peer), a bare node:http server (the limit).
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { freePort } from "#test/harness/processes/free-port.ts";
import { type Measurement, shared } from "./measurement.ts";
import { ownFolder, stop, UNLIMITED } from "./servers.ts";

const BARE =
  'require("node:http").createServer((_, response) => response.end("{}")).listen(process.env.PORT, "127.0.0.1")';
const BUILT = ["dist/server/main.js"];
const SOURCE = ["src/server/main.ts"];
const PATIENCE_MS = 20_000;
const IDLE_MS = 3000;
const KIB_OF_MIB = 1024;

/** A database that an earlier start has made. */
const folder = shared(async () => {
  const path = await ownFolder();
  await started(BUILT, path, async () => {});
  return path;
});

/** Starts the program, measures once it has answered, and ends it. */
async function started<Value>(
  words: readonly string[],
  varDir: string,
  measure: (server: ChildProcess, beganAt: number) => Promise<Value>,
): Promise<Value> {
  const port = await freePort();
  const env = { ...process.env, ...UNLIMITED, PORT: String(port), VAR_DIR: varDir };
  const beganAt = performance.now();
  const server = spawn(process.execPath, words, { env, stdio: "ignore" });
  try {
    await measureFirstAnswer(`http://localhost:${port}/`, beganAt + PATIENCE_MS);
    return await measure(server, beganAt);
  } finally {
    await stop(server);
  }
}

async function measureFirstAnswer(url: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(2);
  }
  throw new Error(`${url} did not answer.`);
}

const measureTime = async (words: readonly string[]): Promise<number> =>
  started(words, await folder(), async (_, beganAt) => performance.now() - beganAt);

const measureIdleMemory = async (words: readonly string[]): Promise<number> =>
  started(words, await folder(), async ({ pid }) => {
    await setTimeout(IDLE_MS);
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / KIB_OF_MIB;
  });

export const firstAnswer: readonly Measurement[] = [
  {
    id: "P7",
    name: "first answer after start, on an existing database (time)",
    goals: [{ of: "limit", atMost: 2.5 }],
    rounds: 9,
    ours: () => measureTime(BUILT),
    peer: () => measureTime(SOURCE),
    limit: () => measureTime(["-e", BARE]),
  },
  {
    id: "P7",
    name: "resident memory when idle",
    goals: [],
    most: { value: 220, unit: "MiB" },
    rounds: 3,
    ours: () => measureIdleMemory(BUILT),
    peer: () => measureIdleMemory(SOURCE),
    limit: () => measureIdleMemory(["-e", BARE]),
  },
];
