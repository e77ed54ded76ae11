// Several processes on one machine: the primary process starts the workers, restarts those that die, and ends with them.
import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { joinWorkers } from "#platform/pubsub/worker-transport.ts";
import type { Logger } from "./logger.ts";

/** A worker that dies earlier counts as failed at its start. */
const SHORT_LIFE_MS = 10_000;
/** The pause grows with each failed start; after too many in a row, and where none answers, the primary process gives up. */
const PAUSE_MS = { first: 100, longest: 10_000 };
const MAX_SHORT_LIVES = 8;

const refusal = z.object({ fieldlocker: z.literal("refused"), why: z.string(), isTemporary: z.boolean() });
type Refusal = Pick<z.infer<typeof refusal>, "why" | "isTemporary">;

/** In a worker: reports to the primary process why this one cannot start, and whether another soon may. */
export function refuseToFirst({ why, isTemporary }: Refusal): void {
  process.send?.({ fieldlocker: "refused", why, isTemporary }, () => process.disconnect());
}

type LeaderParts = {
  count: number;
  /** Maximum time for a worker's shutdown. */
  drainMs: number;
  /** Called once, when all workers listen. */
  opened: () => void;
  logger: Logger;
};

type Death = { code: number; signal: string; livedMs: number } & Partial<Refusal>;

/** Runs workers until SIGTERM or SIGINT and then returns null; otherwise returns why it gave up. */
export function leadWorkers({ count, drainMs, opened, logger }: LeaderParts): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const alive = new Set<Worker>();
  const listening = new Set<Worker>();
  const end = new AbortController();
  let hasOpened = false;
  let shortLives = 0;
  let why: string | null = null;

  function close(reason: string | null): void {
    if (end.signal.aborted) return;
    why = reason;
    end.abort();
    for (const worker of alive) worker.process.kill("SIGTERM");
    setTimeout(() => {
      for (const worker of alive) worker.process.kill("SIGKILL");
    }, drainMs).unref();
    if (alive.size === 0) resolve(why);
  }

  function begin(): void {
    const worker = cluster.fork();
    alive.add(worker);
    const bornAt = performance.now();
    let refused: Refusal | undefined;
    worker.on("message", (message: unknown) => {
      refused = refusal.safeParse(message).data ?? refused;
      if (refused && !refused.isTemporary && !hasOpened) close(refused.why);
    });
    worker.once("listening", () => {
      listening.add(worker);
      if (hasOpened || listening.size < count) return;
      hasOpened = true;
      opened();
    });
    const leave = (death: Partial<Death>) => {
      alive.delete(worker);
      listening.delete(worker);
      ended({ code: 1, signal: "", livedMs: Math.round(performance.now() - bornAt), ...refused, ...death });
    };
    worker.once("exit", (code, signal) => leave({ code, signal }));
    worker.on("error", ({ message }) => {
      // No process could be made, as while its program is replaced, or where the machine takes no more. Others have an exit.
      if (worker.process.pid === undefined) leave({ why: message });
    });
  }

  function ended(death: Death): void {
    if (!end.signal.aborted) followUp(death);
    else if (alive.size === 0) resolve(why);
  }

  function followUp({ isTemporary = false, ...death }: Death): void {
    shortLives = death.livedMs < SHORT_LIFE_MS ? shortLives + 1 : 0;
    const pauseMs = Math.min(PAUSE_MS.first * 2 ** shortLives, PAUSE_MS.longest);
    logger.error({ ...death, pauseMs }, "a worker died");
    // As long as one answers the site is up, and an outage ends by itself.
    if (!hasOpened && !isTemporary) close("A worker died before it could answer.");
    else if (shortLives > MAX_SHORT_LIVES && listening.size === 0 && !isTemporary) {
      close(`The workers die as soon as they begin. ${death.why ?? ""}`.trimEnd());
    }
    sleep(pauseMs, undefined, { signal: end.signal }).then(begin, () => {});
  }

  joinWorkers();
  process.on("SIGTERM", () => close(null));
  process.on("SIGINT", () => close(null));
  for (let number = 0; number < count; number += 1) begin();
  return promise;
}
