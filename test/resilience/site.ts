// Starts the program with its own folder and port, so that resilience tests can stop, kill and restart it.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMailbox, type StoredMail } from "#server/mail/mailer.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, type Program, type ProgramOptions, startProgram } from "#test/harness/processes/program.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import type { ProgramMessage } from "./inside.ts";

export type Site = AsyncDisposable & {
  origin: string;
  port: number;
  folder: string;
  database: string;
  program(): Program;
  /** Returns the standard error output, which is empty without errors. */
  browserErrors(): string;
  /** Starts the program again after its end; returns the time until its first response in ms. */
  restart(): Promise<number>;
  /** Sends SIGTERM; returns the exit code and the time until the exit. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** Returns the client ports of the connections that the program accepted before its last end. */
  getAcceptedPorts(): Set<string>;
  /** Changes the program's clock by `ms`. */
  moveClock(ms: number): void;
  /** Returns the memory usage after a garbage collection, in bytes. */
  getMemory(): Promise<NodeJS.MemoryUsage>;
  createVisitor(): Visitor;
  readMails(): Promise<StoredMail[]>;
};

type SiteOptions = Partial<Pick<ProgramOptions, "databaseUrl" | "environment" | "nodeOptions" | "folder">>;

/** A sign-up signs in immediately; each visitor has a different IP address. */
const TEST_ENVIRONMENT = { EMAIL_VERIFICATION: "optional", TRUSTED_PROXIES: "127.0.0.1" };

/** Starts the program; resolves when it listens. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  await using startResources = new AsyncDisposableStack();
  const folder = options.folder ?? startResources.use(await createTempFolder()).path;
  const database = options.databaseUrl ?? join(folder, "fieldlocker.sqlite");
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const portsFile = join(folder, "taken.txt");
  const environment = { ...TEST_ENVIRONMENT, FAULTS_TAKEN: portsFile, ...options.environment };
  const nodeOptions = ["--import", "./test/resilience/inside.ts", ...(options.nodeOptions ?? [])];
  let errorOutput = "";
  const start = () => {
    const started = startProgram({ port, folder, databaseUrl: database, environment, nodeOptions });
    started.process.stderr?.on("data", (chunk: Buffer) => {
      errorOutput += String(chunk);
    });
    return started;
  };
  let program = start();
  startResources.defer(() => program.kill());
  await program.listening();
  const siteResources = startResources.move();
  return {
    origin,
    port,
    folder,
    database,
    program: () => program,
    browserErrors: () => errorOutput,
    async restart() {
      const startedAt = performance.now();
      program = start();
      await program.listening();
      const response = await fetch(`${origin}/api/auth/ok`);
      if (!response.ok) throw new Error(`/api/auth/ok answered ${response.status}`);
      return performance.now() - startedAt;
    },
    async stop() {
      const startedAt = performance.now();
      const exit = once(program.process, "exit");
      program.process.kill("SIGTERM");
      const [code] = await exit;
      return { code, ms: performance.now() - startedAt };
    },
    getAcceptedPorts: () => new Set(readFileSync(portsFile, "utf8").split("\n")),
    moveClock: (turnMs) => void program.process.send({ turnMs } satisfies ProgramMessage),
    async getMemory() {
      program.process.send({ memory: true } satisfies ProgramMessage);
      const [response] = await once(program.process, "message");
      return response.memory;
    },
    createVisitor: () => createVisitor(origin),
    readMails: () => readMailbox(join(folder, "mailbox")),
    [Symbol.asyncDispose]: () => siteResources.disposeAsync(),
  };
}
