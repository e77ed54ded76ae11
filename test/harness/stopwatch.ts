// Measures time without the pauses of the machine, which virtual machines have.

const TICK_MS = 10;
/** A longer tick counts as a pause of the machine. */
const MAX_TICK_MS = 100;

/** Starts a stopwatch; the result returns the elapsed ms, counting each pause of the machine as at most 100 ms. */
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
