import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { m } from "#messages";
import { tooManyAtOnce } from "#server/auth/client-limits.ts";

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** Memory in KiB, passes and lanes: the minimum that OWASP's cheat sheet of 2025 recommends for argon2id. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** About five seconds of hashing; a later request is refused instead of waiting longer. */
const MAX_WAITING = 200;

/** argon2id, at most `atOnce` hashes at a time, so that cheap calls stay fast while many users sign in. */
export function createPasswordHasher(
  cost = ARGON2ID,
  atOnce = availableParallelism(),
  maxWaiting = MAX_WAITING,
): PasswordHasher {
  const limit = pLimit(atOnce);
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting) throw tooManyAtOnce("TOO_MANY_SIGN_INS", m.refusal_too_many_sign_ins());
    return limit(task);
  };
  return {
    hash: (password) => run(() => hash(password, cost)),
    verify: ({ hash: hashed, password }) => run(() => verify(hashed, password).catch(() => false)),
  };
}
