// Keeps a stream of words from the server open for as long as the page is in sight.

export type Line<Word> = {
  onWord: (word: Word) => void;
  /** The line is open, for the first time or after it was lost. */
  onOpened: () => void;
  /** The stream has ended, with or without an error; only the listener reopens it. */
  onEnd: () => void;
};

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

type Listener<Word> = {
  onWord: (word: Word) => void;
  /** The line is open again, and words may have been missed. A server that does not open it is not asked for them. */
  onMissed: () => void;
};

/**
 * Listens to a line while the page is in sight, and comes back after every end, until the answer is called. A page
 * out of sight holds no line: a browser has few of them for all its tabs.
 */
export function keepListening<Word>(
  load: () => Promise<(line: Line<Word>) => () => void>,
  { onWord, onMissed }: Listener<Word>,
): () => void {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let wasOpen = false;
  let isOver = false;

  const end = () => {
    stop?.();
    stop = null;
    clearTimeout(timer);
  };
  const again = () => {
    end();
    if (isOver || document.hidden) return;
    timer = setTimeout(() => begin().catch(again), waitMs);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  };
  const begin = async () => {
    const listen = await load();
    if (isOver || document.hidden || stop) return;
    const heard = (word: Word) => {
      waitMs = FIRST_WAIT_MS;
      onWord(word);
    };
    const opened = () => {
      if (wasOpen) onMissed();
      wasOpen = true;
    };
    stop = listen({ onWord: heard, onOpened: opened, onEnd: () => stop && again() });
  };
  const turn = () => {
    if (document.hidden) end();
    else if (!stop) begin().catch(again);
  };

  document.addEventListener("visibilitychange", turn);
  begin().catch(again);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", turn);
    end();
  };
}
