import type { Clients } from "#web/clients.ts";
import type { LockerWord } from "#web/data/subscriptions.ts";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

type Listener = {
  onWord: (word: LockerWord) => void;
  /** Words may have been missed. */
  onMissed: () => void;
};

/**
 * Listens to the locker while the page is in sight, and comes back after every end, until the answer is called. A page
 * out of sight holds no line: a browser has few of them for all its tabs.
 */
export function keepListening(server: Clients["server"], { onWord, onMissed }: Listener): () => void {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let isOver = false;

  const end = () => {
    stop?.();
    stop = null;
    clearTimeout(timer);
  };
  const again = () => {
    end();
    if (isOver || document.hidden) return;
    timer = setTimeout(() => begin().then(onMissed, again), waitMs);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  };
  const begin = async () => {
    const { subscribe: listen } = await import("#web/data/subscriptions.ts");
    if (isOver || document.hidden || stop) return;
    const heard = (word: LockerWord) => {
      waitMs = FIRST_WAIT_MS;
      onWord(word);
    };
    stop = listen(server, { onWord: heard, onReopened: onMissed, onEnd: () => stop && again() });
  };
  const turn = () => {
    if (document.hidden) end();
    else if (!stop) void begin().then(onMissed, again);
  };

  document.addEventListener("visibilitychange", turn);
  begin().catch(again);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", turn);
    end();
  };
}
