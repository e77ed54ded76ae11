// A circuit breaker: a service that fails repeatedly is not called for a while, and then probed by one caller.
import { AppError } from "#domain/errors.ts";

/** This many failures in a row open the circuit. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 5 * 60_000;

export type Circuit = {
  /**
   * Runs the task.
   * @throws {AppError} the task's own; source_unavailable with `retryAfterS` while the circuit is open
   */
  run<T>(task: () => Promise<T>): Promise<T>;
};

/** The circuit of one service in this process. After each probe that fails it rests twice as long. */
export function createCircuit(now: () => Date): Circuit {
  let failures = 0;
  let restMs = 0;
  let openedAt = 0;
  let probing = false;

  function waitMs(): number {
    if (failures < MAX_FAILURES) return 0;
    const passedMs = now().getTime() - openedAt;
    // A clock that went back must not make the rest longer.
    const leftMs = passedMs < 0 ? 0 : restMs - passedMs;
    return leftMs > 0 ? leftMs : probing ? 1 : 0;
  }

  function failed(isProbe: boolean): void {
    if (failures >= MAX_FAILURES && !isProbe) return;
    failures += 1;
    if (failures < MAX_FAILURES) return;
    restMs = Math.min(MAX_REST_MS, isProbe ? 2 * restMs : FIRST_REST_MS);
    openedAt = now().getTime();
  }

  return {
    async run(task) {
      const left = waitMs();
      if (left > 0) throw new AppError("source_unavailable", { retryAfterS: Math.ceil(left / 1000) });
      const isProbe = failures >= MAX_FAILURES;
      probing ||= isProbe;
      try {
        const result = await task();
        failures = 0;
        return result;
      } catch (error) {
        if (isAnswer(error)) failures = 0;
        else if (isFailure(error)) failed(isProbe);
        throw error;
      } finally {
        if (isProbe) probing = false;
      }
    },
  };
}

/** An unknown soldier is a successful answer. */
const isAnswer = (error: unknown): boolean => error instanceof AppError && error.code === "soldier_unknown";

/** A busy service or a client that left is no evidence of whether the service works. */
const isFailure = (error: unknown): boolean => error instanceof AppError && error.code === "source_unavailable";
