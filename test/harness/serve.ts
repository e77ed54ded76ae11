// `npm run dev`: serves the web app from source with hot reload, and runs the server as a child process that is restarted
// when its sources change. The database, the secret and the statistics service outlive a restart. When the server does not
// start, the browser shows the error.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { createServer as createVite, loadConfigFromFile } from "vite";
import { writeMessages } from "#scripts/messages.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";

/** Paths that the server answers; all others belong to the web app. */
const SERVER_PATHS = /^\/(api|mailbox|\.well-known)(\/|\?|$)/;
const ROOT = join(import.meta.dirname, "../..");
const CATALOGUES = join(ROOT, "src/messages") + sep;
const COMPILED = join(ROOT, "src/messages/compiled");
const SERVER_SOURCES = ["src/server", "src/domain", "src/platform", "src/messages", "data"].map((path) =>
  join(ROOT, path),
);
/** An editor may write several files at once, so changes are collected for this time. */
const DEBOUNCE_MS = 100;
const KILL_AFTER_MS = 5000;

type Server = { process: ChildProcess; port: number } | { problem: string };

const folder = await mkdtemp(join(tmpdir(), "fieldlocker-dev-"));
const statistics = await createStatisticsService();
const environment = {
  PORT: process.env["PORT"] ?? "3000",
  VAR_DIR: folder,
  DATABASE_URL: join(folder, "dev.sqlite"),
  STATS_URL: statistics.url,
};

const front = createServer((request, response) => {
  if (SERVER_PATHS.test(request.url ?? "")) void forward(request, response);
  else vite.middlewares(request, response);
});
const viteConfig = await loadConfigFromFile({ command: "serve", mode: "development" }, join(ROOT, "vite.config.ts"));
const vite = await createVite({
  ...viteConfig?.config,
  // With a file, Vite would restart with new watchers when a dependency of the configuration changes, such as a message.
  configFile: false,
  appType: "spa",
  server: { middlewareMode: true, hmr: { server: front } },
});

/** Starts the server; resolves when it accepts requests, or with its error output when it ends before. */
async function startServer(): Promise<Server> {
  const port = await findFreePort();
  const child = fork(join(import.meta.dirname, "dev-server.ts"), [String(port)], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let errorOutput = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    errorOutput = (errorOutput + String(chunk)).slice(-4000);
  });
  const failure = once(child, "close").then((): Server => ({ problem: errorOutput || "The server has ended." }));
  const result = await Promise.race([once(child, "message").then((): Server => ({ process: child, port })), failure]);
  if ("process" in result) void failure.then((end) => child === expected && showState(end));
  expected = child;
  return result;
}

/** The process whose end would be an error, and the error output when there is no process. */
let expected: ChildProcess | null = null;
let problem = "";
let server = startServer();
void server.then(showState);

/** Shows the server's error in the browsers, or reloads them once the server runs again. */
function showState(state: Server): void {
  const hadProblem = problem !== "";
  problem = "problem" in state ? state.problem : "";
  if (problem) {
    server = Promise.resolve(state);
    vite.ws.send(getError());
  } else if (hadProblem) vite.ws.send({ type: "full-reload" });
}

const getError = () =>
  ({ type: "error", err: { message: `The server does not run.\n${problem}`, stack: "" } }) as const;
// A page may be loaded while the server is down.
vite.ws.on("connection", () => problem && vite.ws.send(getError()));

async function endServer(): Promise<void> {
  const state = await server;
  expected = null;
  if (!("process" in state) || state.process.exitCode !== null || state.process.signalCode !== null) return;
  const exitEvent = once(state.process, "exit");
  state.process.kill("SIGTERM");
  const killTimer = setTimeout(() => state.process.kill("SIGKILL"), KILL_AFTER_MS);
  await exitEvent;
  clearTimeout(killTimer);
}

async function restart(changedFiles: ReadonlySet<string>): Promise<void> {
  await endServer();
  if ([...changedFiles].some((path) => path.startsWith(CATALOGUES) && path.endsWith(".json"))) writeMessages();
  server = startServer();
  showState(await server);
}

const pendingFiles = new Set<string>();
let lastRestart = Promise.resolve();
let timer: NodeJS.Timeout | undefined;
vite.watcher.add(SERVER_SOURCES);
vite.watcher.on("all", (_event, path) => {
  const isOfServer = SERVER_SOURCES.some((source) => path.startsWith(source + sep));
  if (!isOfServer || path.startsWith(COMPILED + sep) || path.endsWith(".test.ts")) return;
  pendingFiles.add(path);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const paths = new Set(pendingFiles);
    pendingFiles.clear();
    const showFailure = (error: unknown) =>
      showState({ problem: error instanceof Error ? error.message : String(error) });
    lastRestart = lastRestart.then(() => restart(paths)).catch(showFailure);
  }, DEBOUNCE_MS);
});

/** Forwards a request to the server, once it has started. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const state = await server;
  const unavailable = (message: string) =>
    response.headersSent
      ? response.destroy()
      : response.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify({ message }));
  if ("problem" in state) return void unavailable(state.problem);
  const { url: path = "/", method = "GET", headers } = request;
  const serverRequest = send({ host: "127.0.0.1", port: state.port, path, method, headers }, (serverResponse) => {
    response.writeHead(serverResponse.statusCode ?? 502, serverResponse.headers);
    serverResponse.pipe(response);
  });
  serverRequest.on("error", ({ message }) => unavailable(message));
  response.on("close", () => serverRequest.destroy());
  request.pipe(serverRequest);
}

front.listen(Number(environment.PORT), "127.0.0.1");

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  front.close();
  front.closeAllConnections();
  await endServer();
  await vite.close();
  await statistics[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  process.exit();
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());
