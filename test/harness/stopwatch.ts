// Time limits that hold on a machine that stands still for a while, as virtual ones do.

const TICK_MS = 10;
/** A longer tick is a pause of the machine. */
const MAX_TICK_MS = 100;

/** Starts to measure; the result returns the milliseconds since, each pause of the machine counted as at most 100 ms. */
export function startStopwatch(): () => number {
  let elapsedMs = 0;
  let last = performance.now();
  const count = () => {
    const now = performance.now();
    elapsedMs += Math.min(now - last, MAX_TICK_MS);
    last = now;
  };
  const timer = setInterval(count, TICK_MS).unref();
  return () => {
    clearInterval(timer);
    count();
    return elapsedMs;
  };
}
