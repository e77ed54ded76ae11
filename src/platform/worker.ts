// Works off a table of what is due: as soon as it is woken, and by itself when something becomes due or another process
// may have died.
import type { Logger } from "./logger.ts";

/** How often the table is looked at for what a process that died left there. */
const LOOK_EVERY_MS = 30_000;
/** How long after the database failed. */
const DATABASE_AGAIN_AFTER_MS = 1000;

export type Worker = AsyncDisposable & {
  /** Something may be due. */
  wake(): void;
  /** Resolves when this process works on nothing and nothing is due; what waits for its next try is not due. */
  drained(): Promise<void>;
};

type WorkerParts<Piece> = {
  /** Named in the log. */
  name: string;
  /** How many pieces this process works on at once. */
  atOnce: number;
  /** What is due for longest, claimed; null when nothing is due. */
  claim(): Promise<Piece | null>;
  perform(piece: Piece): Promise<void>;
  /** How long until the next is due; null when there is none. */
  untilNextMs(): Promise<number | null>;
  logger: Logger;
};

/** Disposing ends the claims and waits for what is under way. */
export function createWorker<Piece>(parts: WorkerParts<Piece>): Worker {
  const { name, atOnce, claim, perform, untilNextMs, logger } = parts;
  const hands = new Set<Promise<void>>();
  let woken = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;

  async function workOff(): Promise<number> {
    while (!ended) {
      woken = false;
      const piece = await claim();
      if (piece) await perform(piece);
      else if (!woken) break;
    }
    return ended ? 0 : Math.min((await untilNextMs()) ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
  }

  function start(): void {
    const hand = workOff()
      .catch((err: unknown) => {
        logger.error({ err }, `${name} lost its database`);
        return DATABASE_AGAIN_AFTER_MS;
      })
      .then((restMs) => {
        hands.delete(hand);
        clearTimeout(timer);
        if (woken) wake();
        else if (!ended) timer = setTimeout(wake, restMs);
      });
    hands.add(hand);
  }

  function wake(): void {
    woken = true;
    if (ended) return;
    clearTimeout(timer);
    while (hands.size < atOnce) start();
  }

  wake();
  return {
    wake,
    async drained() {
      wake();
      while (hands.size > 0) await Promise.all(hands);
    },
    async [Symbol.asyncDispose]() {
      ended = true;
      clearTimeout(timer);
      await Promise.all(hands);
    },
  };
}
