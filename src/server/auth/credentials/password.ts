import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { tooManyAtOnce } from "#server/limits/rate-limiter.ts";

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** Memory in KiB, passes and lanes: the least that OWASP's cheat sheet of 2025 asks of argon2id. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** About five seconds of hashing; a later request is refused rather than left waiting. */
const MAX_WAITING = 200;

/** argon2id, at most `atOnce` at a time: the rest wait their turn, so that cheap calls stay fast while many sign in. */
export function createPasswordHasher(
  cost = ARGON2ID,
  atOnce = availableParallelism(),
  mostWaiting = MAX_WAITING,
): PasswordHasher {
  const inTurn = createTurns(atOnce, mostWaiting);
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: ({ hash: hashed, password }) => inTurn(() => verify(hashed, password).catch(() => false)),
  };
}

/** Runs tasks in the order they came, at most `atOnce` of them together; refuses while `mostWaiting` wait. */
function createTurns(atOnce: number, mostWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (waiting.length >= mostWaiting)
      throw tooManyAtOnce("TOO_MANY_SIGN_INS", "Too many people are signing in at once. Please try again in a moment.");
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed to the next in line without being given back first.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
