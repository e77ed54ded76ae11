// Starts servers in separate processes for load measurements: the built product, and a bare server with the same response.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import type { Target } from "./load.ts";
import { resources } from "./measurement.ts";

const TIMEOUT_MS = 60_000;
/** The account that the benchmarks sign up. */
export const ACCOUNT = { name: "A Person", email: "person@example.com", password: "correct horse battery" };

export type Site = {
  origin: string;
  process: ChildProcess;
  /** The Cookie header of a signed-in user. */
  cookie: string;
  /** A GET request, signed in or signed out. */
  createTarget(path: string, session?: "signed-in" | "signed-out", headers?: Record<string, string>): Target;
};

/** Runs the program until the benchmark ends; resolves when its address responds. */
export async function startProgram(
  args: readonly string[],
  url: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  resources.defer(() => stopProgram(server));
  let output = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-500)));
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() - startedAt > TIMEOUT_MS) {
      throw new Error(`${args.join(" ")} did not answer at ${url}: ${output || "it printed nothing"}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server;
}

export async function stopProgram(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await exit;
}

/** Creates a temporary folder that is deleted when the benchmark ends. */
export async function createTempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-bench-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings without rate limits, network access and logs. */
export const UNLIMITED = {
  EMAIL_VERIFICATION: "optional",
  CALLS_PER_MINUTE: "100000000",
  TRUSTED_PROXIES: "127.0.0.1",
  STATS_URL: "off",
  LOG_LEVEL: "silent",
};

/** Starts the built product on a new database with one user. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const port = String(await findFreePort());
  const origin = `http://localhost:${port}`;
  const settings = { ...UNLIMITED, PORT: port, VAR_DIR: await createTempFolder(), ...environment };
  const server = await startProgram(["dist/server/main.js"], `${origin}/api/auth/ok`, settings);
  const cookie = await signUpForCookie(origin);
  return { origin, process: server, cookie, createTarget: createTargetFactory(origin, cookie) };
}

export function createTargetFactory(origin: string, cookie: string): Site["createTarget"] {
  const { host, port } = new URL(origin);
  return (path, by = "signed-out", headers = {}) => ({
    url: `http://127.0.0.1:${port}${path}`,
    headers: { Host: host, ...(by === "signed-in" && { Cookie: cookie }), ...headers },
  });
}

/** Signs up at that origin and returns the cookies of the new session; the sign-up must sign the user in. */
export async function signUpForCookie(origin: string, path = "/api/auth/sign-up/email"): Promise<string> {
  const headers = { "content-type": "application/json", origin };
  const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(ACCOUNT) });
  if (!response.ok) throw new Error(`The sign-up at ${origin} failed: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Starts a bare server that sends the target's response, byte for byte. */
export async function startBare({ url, headers = {} }: Target): Promise<Target> {
  const bareResponse = await getRawResponse(url, headers);
  const port = String(await findFreePort());
  await startProgram(["bench/bare-server.ts"], `http://127.0.0.1:${port}/`, {
    PORT: port,
    ANSWER: JSON.stringify(bareResponse),
  });
  return { url: `http://127.0.0.1:${port}/`, headers };
}

/** Returns the status, headers and body of a response: not decompressed, and without headers that Node adds to each response. */
async function getRawResponse(url: string, headers: Record<string, string>): Promise<[number, string[], string]> {
  const { request } = await import("node:http");
  const call = request(url, { headers });
  call.end();
  const [response] = await once(call, "response");
  const rawHeaders: string[] = response.rawHeaders.filter((_: string, index: number) =>
    isApplicationHeader(response.rawHeaders[index & ~1]),
  );
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return [response.statusCode, rawHeaders, Buffer.concat(await response.toArray()).toString("base64")];
}

const isApplicationHeader = (name: string | undefined): boolean =>
  !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name ?? "");
