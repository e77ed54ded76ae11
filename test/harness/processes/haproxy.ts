// HAProxy on this machine in front of PostgreSQL servers. It connects clients to the server whose health check answers 200,
// as Patroni's `GET /primary` does, and disconnects them when that changes. docs/operations.md has the same settings.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { findFreePort } from "./free-port.ts";
import { serveOnLoopback } from "./loopback-server.ts";
import { runSql } from "./postgres.ts";

const FOLDERS = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(delimiter)];
const PROGRAM = FOLDERS.map((folder) => join(folder, "haproxy")).find((path) => existsSync(path)) ?? null;

/** Returns the path of the program, or null on a machine without it. @throws {Error} in CI, where it has to be installed. */
export function findHaproxy(): string | null {
  if (!PROGRAM && process.env["CI"]) throw new Error("CI must not skip the failover of PostgreSQL: install haproxy.");
  return PROGRAM;
}

/** Starts `program` in front of the servers at these ports of this machine; `url` connects to the primary. */
export async function startHaproxy(
  program: string,
  ports: readonly number[],
): Promise<AsyncDisposable & { url: string }> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.adopt(mkdtempSync(join(tmpdir(), "fieldlocker-haproxy-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const servers = await Promise.all(
    ports.map(async (serverPort) => {
      const check = resources.use(await serveChecks(getUrl(serverPort)));
      return `server at-${serverPort} 127.0.0.1:${serverPort} check port ${new URL(check.origin).port}`;
    }),
  );
  const port = await findFreePort();
  const file = join(folder, "haproxy.cfg");
  const settings = `
defaults
  mode tcp
  retries 1
  timeout connect 1s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  ${servers.join("\n  ")}
`;
  writeFileSync(file, settings);
  const proxy = spawn(program, ["-db", "-f", file], { stdio: "ignore" });
  const exitEvent = once(proxy, "exit");
  resources.defer(async () => {
    proxy.kill("SIGKILL");
    await exitEvent;
  });
  const url = getUrl(port);
  await expect.poll(() => isPrimary(url), { timeout: 30_000 }).toBe(true);
  const disposables = resources.move();
  return { url, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

const getUrl = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

const isPrimary = (url: string): Promise<boolean> =>
  runSql(url, "SELECT 1 WHERE NOT pg_is_in_recovery()").then(
    (rows) => rows.length === 1,
    () => false,
  );

/** Serves a health check as Patroni does: 200 while the server is the primary. */
const serveChecks = (url: string) =>
  serveOnLoopback(async (_, response) => response.writeHead((await isPrimary(url)) ? 200 : 503).end());
