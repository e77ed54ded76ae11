// The built program as a process of its own, for stories that end it, reach into its database or set it up differently.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freePort } from "./free-port.ts";

const PATIENCE_MS = 15_000;

export type OwnSite = AsyncDisposable & {
  origin: string;
  start(): Promise<void>;
  /** Ends the process without a word of warning, as a power cut would. */
  kill(): Promise<void>;
  /** Changes rows of its database behind its back, or reads them. */
  sql(statement: string, ...values: string[]): unknown[];
};

/**
 * A site on a free port with a folder of its own, started with these variables beside; disposing of it leaves nothing
 * behind.
 */
export async function ownSite(variables: Record<string, string> = {}): Promise<OwnSite> {
  const port = await freePort();
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
      await untilAnswering(`${site.origin}/api/auth/ok`);
    },
    async kill() {
      if (!server || server.exitCode !== null) return;
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    },
    sql(statement, ...values) {
      using database = new DatabaseSync(join(folder, "fieldlocker.sqlite"), { timeout: PATIENCE_MS });
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

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not answer.`);
}
