import cluster from "node:cluster";
import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { leadWorkers } from "./workers.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: () => new Promise<void>((resolve) => setImmediate(resolve)) }));

const SHORT_LIVES = 30;
const DOWN = "DATABASE_URL: nothing listens on localhost:5432.";

class FakeWorker extends EventEmitter {
  readonly process = { kill: () => this.emit("exit", 0, null) };
}

/** Two workers of which the first answers; each other refuses to start, until `deaths` have. */
function lead({ isTemporary, deaths }: { isTemporary: boolean; deaths: number }) {
  const workers: FakeWorker[] = [];
  const lines: { why?: string }[] = [];
  vi.spyOn(cluster, "fork").mockImplementation(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    const isRefused = workers.length > 2 && workers.length <= 2 + deaths;
    setImmediate(() => {
      if (!isRefused) return worker.emit("listening");
      worker.emit("message", { fieldlocker: "refused", why: DOWN, isTemporary });
      return worker.emit("exit", 1, null);
    });
    return worker as never;
  });
  const logger = { error: (line: { why?: string }) => void lines.push(line) };
  const ended = vi.fn<(why: string | null) => void>();
  const opened = vi.fn<() => void>();
  void leadWorkers({ count: 2, drainMs: 100, opened, logger: Object(logger) }).then(ended);
  return { workers, lines, ended, opened };
}

afterEach(() => {
  process.emit("SIGTERM");
  process.removeAllListeners("SIGTERM");
  process.removeAllListeners("SIGINT");
  vi.restoreAllMocks();
});

test("a worker that cannot start is tried until it can, its reason is logged, and the others go on", async () => {
  const { workers, lines, ended, opened } = lead({ isTemporary: false, deaths: SHORT_LIVES });
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  workers[1]?.emit("exit", null, "SIGKILL");
  await vi.waitFor(() => expect(workers).toHaveLength(SHORT_LIVES + 3));
  expect(ended).not.toHaveBeenCalled();
  expect(lines.filter(({ why }) => why === DOWN)).toHaveLength(SHORT_LIVES);
});

test("all workers wait for a database that is away", async () => {
  const { workers, ended, opened } = lead({ isTemporary: true, deaths: SHORT_LIVES });
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  for (const worker of workers.slice(0, 2)) worker.emit("exit", null, "SIGKILL");
  await vi.waitFor(() => expect(workers.length).toBeGreaterThan(SHORT_LIVES + 2));
  expect(ended).not.toHaveBeenCalled();
});

test("the program ends with the reason when no worker can start for another cause", async () => {
  const { workers, ended, opened } = lead({ isTemporary: false, deaths: SHORT_LIVES });
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  for (const worker of workers.slice(0, 2)) worker.emit("exit", null, "SIGKILL");
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(`The workers die as soon as they begin. ${DOWN}`));
});
