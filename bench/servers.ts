// Servers of their own processes, for load to be measured on: ours as built, and the least that could answer the same.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#test/harness/processes/free-port.ts";
import type { Target } from "./load.ts";
import { opened } from "./measurement.ts";

const PATIENCE_MS = 60_000;
/** The account that the benchmarks sign up. */
export const ACCOUNT = { name: "A Person", email: "person@example.com", password: "correct horse battery" };

export type Site = {
  origin: string;
  process: ChildProcess;
  /** The Cookie header of a signed-in user. */
  cookie: string;
  /** A GET request, signed in or signed out. */
  asks(path: string, by?: "signed-in" | "signed-out", headers?: Record<string, string>): Target;
};

/** Runs the program until the bench ends; resolves when its address answers. */
export async function start(words: readonly string[], url: string, env: Record<string, string>): Promise<ChildProcess> {
  const began = performance.now();
  const server = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  opened.defer(() => stop(server));
  let output = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-500)));
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() - began > PATIENCE_MS) {
      throw new Error(`${words.join(" ")} did not answer at ${url}: ${output || "it said nothing"}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server;
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}

/** A folder that goes when the bench ends. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-bench-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What no measurement may run into, and what it is silent about. */
export const UNLIMITED = {
  EMAIL_VERIFICATION: "optional",
  CALLS_PER_MINUTE: "100000000",
  TRUSTED_PROXIES: "127.0.0.1",
  STATS_URL: "off",
  LOG_LEVEL: "silent",
};

/** Ours as built, on a database of its own, with one person. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const own = { ...UNLIMITED, PORT: port, VAR_DIR: await ownFolder(), ...environment };
  const server = await start(["dist/server/main.js"], `${origin}/api/auth/ok`, own);
  const cookie = await cookieFrom(origin);
  return { origin, process: server, cookie, asks: asking(origin, cookie) };
}

export function asking(origin: string, cookie: string): Site["asks"] {
  const { host, port } = new URL(origin);
  return (path, by = "signed-out", headers = {}) => ({
    url: `http://127.0.0.1:${port}${path}`,
    headers: { Host: host, ...(by === "signed-in" && { Cookie: cookie }), ...headers },
  });
}

/** Signs up at that origin and returns the cookies of the new session; the sign-up must sign the user in. */
export async function cookieFrom(origin: string, path = "/api/auth/sign-up/email"): Promise<string> {
  const headers = { "content-type": "application/json", origin };
  const answer = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(ACCOUNT) });
  if (!answer.ok) throw new Error(`The sign-up at ${origin} failed: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** A bare server that has the answer ready, byte for byte as the target gives it. */
export async function startBare({ url, headers = {} }: Target): Promise<Target> {
  const given = await rawAnswer(url, headers);
  const port = String(await freePort());
  await start(["bench/bare-server.ts"], `http://127.0.0.1:${port}/`, { PORT: port, ANSWER: JSON.stringify(given) });
  return { url: `http://127.0.0.1:${port}/`, headers };
}

/** As it comes over the line, not decompressed; without what a server adds to each answer by itself. */
async function rawAnswer(url: string, headers: Record<string, string>): Promise<[number, string[], string]> {
  const { request } = await import("node:http");
  const call = request(url, { headers });
  call.end();
  const [answer] = await once(call, "response");
  const reported: string[] = answer.rawHeaders.filter((_: string, index: number) =>
    isOwn(answer.rawHeaders[index & ~1]),
  );
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return [answer.statusCode, reported, Buffer.concat(await answer.toArray()).toString("base64")];
}

const isOwn = (name: string | undefined): boolean =>
  !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name ?? "");
