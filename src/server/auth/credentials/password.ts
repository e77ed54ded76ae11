// Hashes passwords in their normalized form. Older accounts have hashes of the raw password: the raw form is tried second, and a
// sign-in renews the hash.
import { availableParallelism } from "node:os";
import { defineRequestState, hasRequestState } from "@better-auth/core/context";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { normalizePassword } from "#domain/account/account.ts";
import { m } from "#messages";
import { createOverloadError } from "#server/auth/client-limits.ts";

export type PasswordHasher = {
  /**
   * Returns the hash. It takes as long as a failed verification: for a sign-in without an account the library hashes the
   * password, so that the duration does not reveal that there is no account.
   */
  hash(password: string): Promise<string>;
  verify(credentials: { hash: string; password: string }): Promise<boolean>;
};

/** Memory in KiB, passes and lanes: the minimum that OWASP's cheat sheet of 2025 recommends for argon2id. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum of waiting hashes, about five seconds of work; a request beyond it is refused. */
const MAX_WAITING = 200;

/** Creates an argon2id hasher that computes at most `maxConcurrent` hashes at a time, so that cheap calls stay fast during many sign-ins. */
export function createPasswordHasher(
  cost = ARGON2ID,
  maxConcurrent = availableParallelism(),
  maxWaiting = MAX_WAITING,
): PasswordHasher {
  const limit = pLimit(maxConcurrent);
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting) throw createOverloadError("TOO_MANY_SIGN_INS", m.refusal_too_many_sign_ins());
    return limit(task);
  };
  const hashText = (text: string) => run(() => hash(text, cost));
  const matches = (hashed: string, text: string) => run(() => verify(hashed, text).catch(() => false));
  return {
    async hash(password) {
      const normalized = normalizePassword(password);
      const hashed = await hashText(normalized);
      if (normalized !== password) await hashText(password);
      return hashed;
    },
    async verify({ hash: hashed, password }) {
      const normalized = normalizePassword(password);
      if (await matches(hashed, normalized)) return true;
      if (normalized === password || !(await matches(hashed, password))) return false;
      if (await hasRequestState()) await rawPasswordHash.set(hashed);
      return true;
    },
  };
}

/** The stored hash, if this request's password matches it only in its raw form. */
export const rawPasswordHash = defineRequestState((): string | null => null);
