// The program with a folder and a port of its own, as the faults start it, end it and start it again.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMailbox, type StoredMail } from "#server/mail/mailer.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, type Place, type Program, startProgram } from "#test/harness/processes/program.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import type { Word } from "./inside.ts";

export type Site = AsyncDisposable & {
  origin: string;
  port: number;
  folder: string;
  database: string;
  program(): Program;
  /** What it wrote to its standard error: nothing, while all is well. */
  complaints(): string;
  /** Starts it again after its end; answers how long it took until it answered, in milliseconds. */
  restart(): Promise<number>;
  /** Asks it to end; answers its exit code and how long that took. */
  end(): Promise<{ code: number | null; ms: number }>;
  /** The ports from which connections were taken until its last end. */
  takenPorts(): Set<string>;
  /** Turns its clock by so much, on or back. */
  turnClock(ms: number): void;
  /** The bytes it uses after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>;
  visitor(): Visitor;
  mails(): Promise<StoredMail[]>;
};

type SiteOptions = Partial<Pick<Place, "databaseUrl" | "environment" | "nodeOptions" | "folder">>;

/** A sign-up signs in at once; each visitor has an address of their own. */
const EASY = { EMAIL_VERIFICATION: "optional", TRUSTED_PROXIES: "127.0.0.1" };

/** Starts it; resolves when it answers. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const folder = options.folder ?? opened.use(await folderOfItsOwn()).path;
  const database = options.databaseUrl ?? join(folder, "fieldlocker.sqlite");
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const list = join(folder, "taken.txt");
  const environment = { ...EASY, FAULTS_TAKEN: list, ...options.environment };
  const nodeOptions = ["--import", "./test/resilience/inside.ts", ...(options.nodeOptions ?? [])];
  let complaints = "";
  const start = () => {
    const started = startProgram({ port, folder, databaseUrl: database, environment, nodeOptions });
    started.process.stderr?.on("data", (chunk: Buffer) => {
      complaints += String(chunk);
    });
    return started;
  };
  let program = start();
  opened.defer(() => program.kill());
  await program.listening();
  const stored = opened.move();
  return {
    origin,
    port,
    folder,
    database,
    program: () => program,
    complaints: () => complaints,
    async restart() {
      const began = performance.now();
      program = start();
      await program.listening();
      const answer = await fetch(`${origin}/api/auth/ok`);
      if (!answer.ok) throw new Error(`/api/auth/ok answered ${answer.status}`);
      return performance.now() - began;
    },
    async end() {
      const began = performance.now();
      const ended = once(program.process, "exit");
      program.process.kill("SIGTERM");
      const [code] = await ended;
      return { code, ms: performance.now() - began };
    },
    takenPorts: () => new Set(readFileSync(list, "utf8").split("\n")),
    turnClock: (turnMs) => void program.process.send({ turnMs } satisfies Word),
    async memory() {
      program.process.send({ memory: true } satisfies Word);
      const [answer] = await once(program.process, "message");
      return answer.memory;
    },
    visitor: () => createVisitor(origin),
    mails: () => readMailbox(join(folder, "mailbox")),
    [Symbol.asyncDispose]: () => stored.disposeAsync(),
  };
}
