// Several processes of the program on one machine: how they begin, work together, die and end.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { readArsenals } from "#server/arsenals.ts";
import { newLoadout } from "#test/harness/data/lockers.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, PROGRAM, type Program, startProgram } from "#test/harness/processes/program.ts";
import { lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";

const arsenals = readArsenals(join(import.meta.dirname, "../../data"));
const aLoadout = () => newLoadout(starterLoadout(arsenals.bf4, "recon"));
const soon = { timeout: 15_000, interval: 50 };

type Place = { folder: string; databaseUrl: string };

async function aPlace(): Promise<Place & AsyncDisposable> {
  const folder = await folderOfItsOwn();
  const dispose = () => folder[Symbol.asyncDispose]();
  return { [Symbol.asyncDispose]: dispose, folder: folder.path, databaseUrl: await lastingDatabaseUrl(folder.path) };
}

const start = async (place: Place, workers: number, port?: number): Promise<Program> =>
  startProgram({ ...place, port: port ?? (await freePort()), environment: { WORKERS: String(workers) } });

const getVisitor = ({ port }: Program): Visitor => createVisitor(`http://localhost:${port}`);

const getGuest = async (program: Program): Promise<Visitor> => {
  const visitor = getVisitor(program);
  await visitor.post("/api/auth/sign-in/anonymous");
  return visitor;
};

/** What the program has printed since. */
function readLog(program: Program): () => string {
  let log = "";
  program.process.stdout?.on("data", (chunk: Buffer) => {
    log += String(chunk);
  });
  return () => log;
}

/** The ids of the processes that the program began. */
function getWorkers(program: Program): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id, parent]) => (parent === program.process.pid && id !== undefined ? [id] : []))
    .filter((id) => getCommand(id).includes(PROGRAM));
}

/** Empty where the process is gone. */
const getCommand = (id: number): string => {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(id)], { encoding: "utf8" });
  } catch {
    return "";
  }
};

/** A connection that was on its way to a process that died gets no answer. */
const answers = (visitor: Visitor): Promise<boolean> =>
  visitor.fetch("/api/health/ready", { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** How many saves succeed that are sent at once, on a connection each, so that every process has its share. */
const saveMany = async (visitor: Visitor, count: number): Promise<number> => {
  const headers = { "content-type": "application/json", "x-trpc-source": "react-app" };
  const save = () =>
    visitor.fetch("/api/trpc/loadout.save", { method: "POST", headers, body: JSON.stringify(aLoadout()) });
  const saved = await Promise.all(Array.from({ length: count }, save));
  return saved.filter(({ ok }) => ok).length;
};

test("three programs that start at once on an empty database all answer, and it is made once", async () => {
  await using place = await aPlace();
  await using one = await start(place, 1);
  await using two = await start(place, 1);
  await using three = await start(place, 1);
  const programs = [one, two, three];
  await Promise.all(programs.map((program) => program.listening()));
  const guests = await Promise.all(programs.map(getGuest));
  expect(await Promise.all(guests.map((guest) => saveMany(guest, 20)))).toEqual([20, 20, 20]);
});

describe("two workers", () => {
  test("act as one site: what one saves, the other reports to its subscribers", async () => {
    await using place = await aPlace();
    await using program = await start(place, 2);
    await program.listening();
    expect(getWorkers(program)).toHaveLength(2);
    const guest = await getGuest(program);
    const stop = new AbortController();
    // Connections go to the workers in turn: of four watches each worker has some.
    const watches = await Promise.all(
      Array.from({ length: 4 }, () => guest.fetch("/api/trpc/loadout.changes", { signal: stop.signal })),
    );
    const reported = watches.map(() => "");
    for (const [index, { body }] of watches.entries()) {
      const hear = async () => {
        for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) reported[index] += chunk;
      };
      void hear().catch(() => {});
    }
    await vi.waitUntil(async () => {
      const { id } = await guest.trpc.loadout.save.mutate(aLoadout());
      await vi.waitUntil(() => reported.every((words) => words.includes(id)), { timeout: 1000 }).catch(() => {});
      return reported.every((words) => words.includes(id));
    }, soon);
    stop.abort();
  });

  test("write into one database at once, and no write is refused", async () => {
    await using place = await aPlace();
    await using program = await start(place, 2);
    await program.listening();
    const guests = await Promise.all(Array.from({ length: 4 }, () => getGuest(program)));
    const saved = await Promise.all(guests.map((guest) => saveMany(guest, 50)));
    expect(saved).toEqual([50, 50, 50, 50]);
  });

  test("are two again after one has died, and the site answers in between", async () => {
    await using place = await aPlace();
    await using program = await start(place, 2);
    await program.listening();
    const [first] = getWorkers(program);
    if (first === undefined) throw new Error("There is no worker.");
    process.kill(first, "SIGKILL");
    const visitor = getVisitor(program);
    await vi.waitUntil(() => answers(visitor), soon);
    await vi.waitUntil(() => {
      const now = getWorkers(program);
      return now.length === 2 && !now.includes(first);
    }, soon);
    expect(await answers(visitor)).toBe(true);
  });

  if (!process.env["TEST_DATABASE"]) {
    test("wait for a database that is away, log why, and answer in between", async () => {
      await using place = await aPlace();
      const environment = { WORKERS: "2", LOG_LEVEL: "error" };
      await using program = startProgram({ ...place, port: await freePort(), environment });
      const getLog = readLog(program);
      await program.listening();
      const [first] = getWorkers(program);
      if (first === undefined) throw new Error("There is no worker.");
      renameSync(place.databaseUrl, `${place.databaseUrl}.away`);
      mkdirSync(place.databaseUrl);
      process.kill(first, "SIGKILL");
      await vi.waitUntil(() => getLog().split("cannot be opened").length > 3, soon);
      expect((await getVisitor(program).fetch("/api/health/live")).status).toBe(200);
      rmdirSync(place.databaseUrl);
      renameSync(`${place.databaseUrl}.away`, place.databaseUrl);
      await vi.waitUntil(() => answers(getVisitor(program)), soon);
      await vi.waitUntil(() => getWorkers(program).length === 2, soon);
    });
  }

  test("are two again when one dies while Node itself is being replaced", async () => {
    await using place = await aPlace();
    const node = join(place.folder, "node");
    cpSync(process.execPath, node);
    const environment = { WORKERS: "2", LOG_LEVEL: "error" };
    await using program = startProgram({ ...place, port: await freePort(), environment, node });
    const getLog = readLog(program);
    await program.listening();
    const [first] = getWorkers(program);
    if (first === undefined) throw new Error("There is no worker.");
    renameSync(node, `${node}.away`);
    process.kill(first, "SIGKILL");
    await vi.waitUntil(() => getLog().includes("ENOENT"), soon);
    expect((await getVisitor(program).fetch("/api/health/live")).status).toBe(200);
    renameSync(`${node}.away`, node);
    await vi.waitUntil(() => getWorkers(program).length === 2, soon);
  });

  test("end with the first, whether it is asked to or dies", async () => {
    await using place = await aPlace();
    for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"] as const) {
      await using program = await start(place, 2);
      await program.listening();
      const ids = getWorkers(program);
      expect(ids).toHaveLength(2);
      const ended = once(program.process, "exit");
      program.process.kill(signal);
      const [code] = await ended;
      expect(code).toBe(signal === "SIGKILL" ? null : 0);
      await vi.waitUntil(() => ids.every((id) => getCommand(id) === ""), soon);
    }
  });

  test("are refused in one line when their port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    await using place = await aPlace();
    await using program = await start(place, 2, typeof address === "object" && address ? address.port : 0);
    const [said, [code]] = await Promise.all([
      program.process.stderr && text(program.process.stderr),
      once(program.process, "exit"),
    ]);
    other.close();
    expect(code).toBe(1);
    expect(said).toMatch(/^PORT: port \d+ on \S+ is in use\..*\n$/);
  });
});
