import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { isAPIError } from "better-auth/api";
import { AppError } from "#domain/errors.ts";
import type { Auth } from "#server/auth/auth.ts";
import { refuseGuessable } from "#server/auth/plugins/passwords.ts";
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

/**
 * Gives the signed-in account its first password. Faults: `password_already_set`, `password_too_short`,
 * `password_too_long`, `password_too_common`.
 */
export async function setPassword(auth: Auth, headers: Headers, email: string, newPassword: string): Promise<void> {
  try {
    await refuseGuessable(newPassword, email);
    await auth.api.setPassword({ body: { newPassword }, headers });
  } catch (error) {
    throwAsFault(error);
  }
}

/** The account library's refusal of a password, in the words of the specification; whatever else was thrown stays. */
function throwAsFault(error: unknown): never {
  const code = isAPIError(error) ? error.body?.code : undefined;
  if (code === "PASSWORD_ALREADY_SET") throw new AppError("password_already_set");
  if (code === "PASSWORD_TOO_SHORT") throw new AppError("password_too_short");
  if (code === "PASSWORD_TOO_LONG") throw new AppError("password_too_long");
  if (code === "PASSWORD_TOO_COMMON") throw new AppError("password_too_common");
  throw error;
}
