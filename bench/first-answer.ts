// From starting the process to the first 200: ours as built, ours from source (the peer), a bare node:http (the limit).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#test/world/free-port.ts";
import type { Measurement } from "./measurement.ts";

const BARE =
  'require("node:http").createServer((_, response) => response.end("{}")).listen(process.env.PORT, "127.0.0.1")';
const PATIENCE_MS = 20_000;

async function timeToFirstAnswer(words: readonly string[]): Promise<number> {
  const port = await freePort();
  const varDir = await mkdtemp(join(tmpdir(), "fieldlocker-bench-"));
  const env = { ...process.env, PORT: String(port), VAR_DIR: varDir, LOG_LEVEL: "silent" };
  const began = performance.now();
  const server = spawn(process.execPath, words, { env, stdio: "ignore" });
  try {
    await answerOf(`http://localhost:${port}/api/auth/ok`, began + PATIENCE_MS);
    return performance.now() - began;
  } finally {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
    await rm(varDir, { recursive: true });
  }
}

async function answerOf(url: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} did not answer.`);
}

export const firstAnswer: Measurement = {
  name: "first answer after start (time)",
  goal: "≤ 2.5 × limit",
  rounds: 7,
  ours: () => timeToFirstAnswer(["dist/server/main.js"]),
  peer: () => timeToFirstAnswer(["src/server/main.ts"]),
  limit: () => timeToFirstAnswer(["-e", BARE]),
};
