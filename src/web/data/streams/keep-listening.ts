// Keeps a stream from the server open while the page is visible.

export type StreamHandlers<Word> = {
  onWord: (word: Word) => void;
  /** The stream has opened, for the first time or after a reconnect. */
  onOpened: () => void;
  /** The stream has ended, with or without an error. Only the listener reopens it. */
  onEnd: () => void;
};

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

type Listener<Word> = {
  onWord: (word: Word) => void;
  /** The stream has reopened, and messages may have been missed. Not called while it cannot be reopened. */
  onMissed: () => void;
};

/**
 * Listens to a stream while the page is visible and reconnects after every end; returns a function that stops listening. A
 * hidden page disconnects, because a browser limits the number of connections for all its tabs.
 */
export function keepListening<Word>(
  load: () => Promise<(line: StreamHandlers<Word>) => () => void>,
  { onWord, onMissed }: Listener<Word>,
): () => void {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let wasOpen = false;
  let isStopped = false;

  const disconnect = () => {
    stop?.();
    stop = null;
    clearTimeout(timer);
  };
  const reconnect = () => {
    disconnect();
    if (isStopped || document.hidden) return;
    timer = setTimeout(() => connect().catch(reconnect), waitMs);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  };
  const connect = async () => {
    const listen = await load();
    if (isStopped || document.hidden || stop) return;
    const handleMessage = (word: Word) => {
      waitMs = FIRST_WAIT_MS;
      onWord(word);
    };
    const handleOpen = () => {
      if (wasOpen) onMissed();
      wasOpen = true;
    };
    stop = listen({ onWord: handleMessage, onOpened: handleOpen, onEnd: () => stop && reconnect() });
  };
  const handleVisibility = () => {
    if (document.hidden) disconnect();
    else if (!stop) connect().catch(reconnect);
  };

  document.addEventListener("visibilitychange", handleVisibility);
  connect().catch(reconnect);
  return () => {
    isStopped = true;
    document.removeEventListener("visibilitychange", handleVisibility);
    disconnect();
  };
}
