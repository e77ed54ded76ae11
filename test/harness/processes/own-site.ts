// The built program as a separate process, for tests that kill it, access its database or need other environment variables.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findFreePort } from "./free-port.ts";

const TIMEOUT_MS = 15_000;

export type OwnSite = AsyncDisposable & {
  origin: string;
  start(): Promise<void>;
  /** Kills the process without a graceful shutdown, as a power failure would. */
  kill(): Promise<void>;
  /** Runs a statement on its database directly, and returns the rows. */
  sql(statement: string, ...values: string[]): unknown[];
};

/**
 * Starts a site on a free port with a temporary folder and these additional environment variables; disposing of it
 * removes the folder.
 */
export async function startOwnSite(variables: Record<string, string> = {}): Promise<OwnSite> {
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const env = {
    ...process.env,
    PORT: String(port),
    VAR_DIR: folder,
    LOG_LEVEL: "warn",
    STATS_URL: "off",
    ...variables,
  };
  let server: ChildProcess | null = null;
  const site: OwnSite = {
    origin: `http://localhost:${port}`,
    async start() {
      server = spawn(process.execPath, ["dist/server/main.js"], { env, stdio: ["ignore", "pipe", "inherit"] });
      await waitForAnswer(`${site.origin}/api/auth/ok`);
    },
    async kill() {
      if (!server || server.exitCode !== null) return;
      const exitEvent = once(server, "exit");
      server.kill("SIGKILL");
      await exitEvent;
    },
    sql(statement, ...values) {
      using database = new DatabaseSync(join(folder, "fieldlocker.sqlite"), { timeout: TIMEOUT_MS });
      return database.prepare(statement).all(...values);
    },
    async [Symbol.asyncDispose]() {
      await site.kill();
      await rm(folder, { recursive: true });
    },
  };
  await site.start();
  return site;
}

async function waitForAnswer(url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not answer.`);
}
