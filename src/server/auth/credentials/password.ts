// Hashes passwords, in their normalized form. Those of accounts from before passwords were normalized are hashes of the text as it
// was typed: it is tried second, and a sign-in renews its hash.
import { availableParallelism } from "node:os";
import { defineRequestState, hasRequestState } from "@better-auth/core/context";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { normalizePassword } from "#domain/account/account.ts";
import { m } from "#messages";
import { tooManyAtOnce } from "#server/auth/client-limits.ts";

export type PasswordHasher = {
  /**
   * Takes as long as a verification that fails: the account library hashes the password of a sign-in without an account, so that
   * its duration does not show that there is none.
   */
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
  const hashText = (text: string) => run(() => hash(text, cost));
  const fits = (hashed: string, text: string) => run(() => verify(hashed, text).catch(() => false));
  return {
    async hash(password) {
      const normalized = normalizePassword(password);
      const hashed = await hashText(normalized);
      if (normalized !== password) await hashText(password);
      return hashed;
    },
    async verify({ hash: hashed, password }) {
      const normalized = normalizePassword(password);
      if (await fits(hashed, normalized)) return true;
      if (normalized === password || !(await fits(hashed, password))) return false;
      if (await hasRequestState()) await hashOfRawText.set(hashed);
      return true;
    },
  };
}

/** The stored hash that the password of this request fits as it was typed, and not in its normalized form. */
export const hashOfRawText = defineRequestState((): string | null => null);
