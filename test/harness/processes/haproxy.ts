// HAProxy on this machine in front of PostgreSQL servers: connections go to the one whose check answers 200, as Patroni's
// `GET /primary` does, and end when it is the primary no more. The settings are those of docs/operations.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { freePort } from "./free-port.ts";
import { serveOnLoopback } from "./loopback-server.ts";
import { runSql } from "./postgres.ts";

const FOLDERS = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(delimiter)];
const PROGRAM = FOLDERS.map((folder) => join(folder, "haproxy")).find((path) => existsSync(path)) ?? null;

/** Its program, or null on a machine without it; in CI that is an error. */
export function haproxyProgram(): string | null {
  if (!PROGRAM && process.env["CI"]) throw new Error("CI must not skip the failover of PostgreSQL: install haproxy.");
  return PROGRAM;
}

/** Starts `program` in front of servers at these ports of this machine; `url` reaches the one that takes writes. */
export async function startHaproxy(
  program: string,
  ports: readonly number[],
): Promise<AsyncDisposable & { url: string }> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), "fieldlocker-haproxy-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const servers = await Promise.all(
    ports.map(async (at) => {
      const check = opened.use(await serveChecks(getUrl(at)));
      return `server at-${at} 127.0.0.1:${at} check port ${new URL(check.origin).port}`;
    }),
  );
  const port = await freePort();
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
  const ended = once(proxy, "exit");
  opened.defer(async () => {
    proxy.kill("SIGKILL");
    await ended;
  });
  const url = getUrl(port);
  await expect.poll(() => isPrimary(url), { timeout: 30_000 }).toBe(true);
  const stored = opened.move();
  return { url, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

const getUrl = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

const isPrimary = (url: string): Promise<boolean> =>
  runSql(url, "SELECT 1 WHERE NOT pg_is_in_recovery()").then(
    (rows) => rows.length === 1,
    () => false,
  );

/** What Patroni serves beside its server: 200 while that takes writes. */
const serveChecks = (url: string) =>
  serveOnLoopback(async (_, response) => response.writeHead((await isPrimary(url)) ? 200 : 503).end());
