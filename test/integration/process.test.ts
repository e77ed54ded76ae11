// @alone
// The program as a process: refused starts, signals and shutdown.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import {
  createTempFolder,
  PROGRAM,
  type Program,
  type ProgramOptions,
  startProgram,
} from "#test/harness/processes/program.ts";
import { getEmptyDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { createVisitor } from "#test/harness/visitor.ts";

/** Starts the program on a port, with a temporary folder and an empty database. */
async function start(
  port: number,
  options: Pick<ProgramOptions, "environment" | "nodeOptions"> = {},
): Promise<Program> {
  const folder = await createTempFolder();
  const program = startProgram({ port, folder: folder.path, databaseUrl: await getEmptyDatabaseUrl(), ...options });
  return {
    ...program,
    async [Symbol.asyncDispose]() {
      await program.kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test.for([
  ["VAR_DIR", "/proc/fieldlocker"],
  ["VAR_DIR", `${process.execPath}/var`],
  ["DATABASE_URL", "/proc/fieldlocker/site.sqlite"],
])(
  "a start is refused with one line when the folder of %s cannot be created: %s",
  async ([setting = "", place = ""]) => {
    await using folder = await createTempFolder();
    const environment = { [setting]: place };
    await using program = startProgram({
      port: await findFreePort(),
      folder: folder.path,
      databaseUrl: ":memory:",
      environment,
    });
    const [printed, [code]] = await Promise.all([
      program.process.stderr && text(program.process.stderr),
      once(program.process, "exit"),
    ]);
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^${setting}: the folder .+ cannot be created .+\\n$`)),
    ]);
  },
);

describe("SIGTERM to npm ends the server of", () => {
  const npm = (args: readonly string[], cwd: string, environment: Record<string, string>) =>
    spawn("npm", args, { cwd, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "inherit"] });

  /** Sends SIGTERM once the process prints the address of the site, and expects the port to become free. */
  async function expectEnd(started: ReturnType<typeof npm>, port: number): Promise<void> {
    let printed = "";
    for await (const chunk of started.stdout ?? []) {
      printed += String(chunk);
      if (printed.includes(`http://localhost:${port}`)) break;
    }
    expect(printed).toContain(`http://localhost:${port}`);
    started.kill("SIGTERM");
    if (started.exitCode === null && started.signalCode === null) await once(started, "exit");
    await vi.waitUntil(() => isFree(port), { timeout: 15_000, interval: 100 });
  }

  const isFree = async (port: number): Promise<boolean> => {
    const server = createServer();
    const opened = once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    const free = await opened;
    server.close();
    return free;
  };

  test("npm start", async () => {
    await using folder = await createTempFolder();
    const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
    const start = scripts.start
      .replace("dist/server/main.js", resolve(PROGRAM))
      .replace("scripts/", `${resolve("scripts")}/`);
    await writeFile(join(folder.path, "package.json"), JSON.stringify({ type: "module", scripts: { start } }));
    const port = await findFreePort();
    const VAR_DIR = join(folder.path, "var");
    await expectEnd(npm(["start"], folder.path, { PORT: String(port), VAR_DIR, STATS_URL: "off" }), port);
  });

  test("npm run dev", async () => {
    const port = await findFreePort();
    await expectEnd(npm(["run", "dev", "--ignore-scripts"], ".", { PORT: String(port) }), port);
  });
});

test.for(["SIGTERM", "SIGINT"] as const)("%s ends the program with code 0", async (signal) => {
  await using program = await start(await findFreePort());
  await program.listening();
  program.process.kill(signal);
  expect(await once(program.process, "exit")).toEqual([0, null]);
});

test("an uncaught error ends the program with code 1, so that systemd or the container restarts it", async () => {
  const crash = 'data:text/javascript,process.once("SIGUSR2",()=>{throw new Error("A crash.")})';
  await using program = await start(await findFreePort(), { nodeOptions: ["--import", crash] });
  await program.listening();
  program.process.kill("SIGUSR2");
  expect(await once(program.process, "exit")).toEqual([1, null]);
});

test("the shutdown waits for the active request, but not for idle connections of browsers", async () => {
  await using program = await start(await findFreePort());
  await program.listening();
  const body = JSON.stringify({ email: "al@example.com", password: "correct horse battery" });
  const activeRequest = request({
    port: program.port,
    host: "localhost",
    path: "/api/auth/sign-in/email",
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: {
      "content-type": "application/json",
      "content-length": body.length,
      origin: `http://localhost:${program.port}`,
    },
  });
  activeRequest.write(body.slice(0, 10));
  await once(activeRequest, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  program.process.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 200));
  activeRequest.end(body.slice(10));
  const [response] = await once(activeRequest, "response");
  response.resume();
  const getElapsedMs = startStopwatch();
  const [code] = await once(program.process, "exit");
  expect([response.statusCode, code]).toEqual([401, 0]);
  expect(getElapsedMs()).toBeLessThan(3000);
});

test("behind a proxy, a shutting-down server first reports that it is not ready, and still serves requests", async () => {
  const port = await findFreePort();
  const origin = `https://localhost:${port}`;
  await using program = await start(port, { environment: { ORIGIN: origin } });
  await program.listening();
  const visitor = createVisitor(`http://localhost:${port}`);
  program.process.kill("SIGTERM");
  await vi.waitUntil(async () => (await visitor.fetch("/api/health/ready")).status === 503, { interval: 20 });
  // A new connection, as from a proxy that has not checked the health yet.
  const post = request({
    port,
    host: "localhost",
    path: "/api/auth/sign-in/anonymous",
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", "content-length": 2, origin },
  });
  post.end("{}");
  const [response] = await once(post, "response");
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await once(program.process, "exit")).toEqual([0, null]);
});
