// Rate limits of the account calls, and the errors for calls beyond a limit.
import { APIError } from "better-auth/api";
import { m } from "#messages";
import { LockTimeoutError, type WithLock } from "#platform/lock.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";

const MINUTE_S = 60;

/** Returns a limit per client and minute. */
export const perMinute = (max: number) => ({ window: MINUTE_S, max });

export type CallLimits = Readonly<Record<string, ReturnType<typeof perMinute>>>;

const RULES = {
  ...perMinute(300),
  customRules: {
    "/sign-in/*": perMinute(20),
    "/sign-up/*": perMinute(20),
    "/change-password": perMinute(10),
    "/reset-password": perMinute(10),
    "/change-email": perMinute(5),
    "/delete-user": perMinute(10),
    "/request-password-reset": perMinute(5),
    "/forget-password": perMinute(5),
    "/send-verification-email": perMinute(5),
    "/email-otp/send-verification-otp": perMinute(5),
    "/passkey/*": perMinute(60),
    "/get-session": false as const,
    // Liveness only: it does not depend on the database.
    "/ok": false as const,
    // Limits are stored by path, and this path ends in a secret.
    "/reset-password/*": false as const,
  },
};

/** Returns the account library's rate limit options, counted by our rate limiter. */
export const getClientLimits = (rateLimiter: RateLimiter, limits: CallLimits) => ({
  enabled: true,
  storage: "database" as const,
  ...RULES,
  customRules: { ...RULES.customRules, ...limits },
  customStorage: { consume: createConsume(rateLimiter) },
});

/** The callbacks of all providers share one counter: otherwise a client could create a counter per invented provider. */
const CALLBACK = /(\/callback)\/.*$/s;

const createConsume = (rateLimiter: RateLimiter) => async (key: string, rule: { window: number; max: number }) => {
  const waitMs = await rateLimiter.consume(`client:${key.replace(CALLBACK, "$1")}`, {
    max: rule.max,
    windowMs: rule.window * 1000,
  });
  return { allowed: waitMs === 0, retryAfter: waitMs === 0 ? null : Math.ceil(waitMs / 1000) };
};

/** Returns a 429 in the account library's format. */
export const createTooManyRequests = (waitMs: number): APIError =>
  new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_REQUESTS", message: m.refusal_too_many_requests() },
    { "Retry-After": String(Math.ceil(waitMs / 1000)) },
  );

/** Returns a 503 in the account library's format, for a call during an overload. */
export const createOverloadError = (code: string, message: string): APIError =>
  new APIError("SERVICE_UNAVAILABLE", { code, message }, { "Retry-After": "5" });

/** Returns the same lock, which refuses a task after a timeout in the account library's format. */
export const refuseAfterTimeout =
  (withLock: WithLock): WithLock =>
  (name, task) =>
    withLock(name, task).catch((error: unknown) => {
      if (!(error instanceof LockTimeoutError)) throw error;
      throw createOverloadError("TOO_MANY_AT_ONCE", m.refusal_too_many_at_once());
    });
