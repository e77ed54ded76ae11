// How often one client may call; counted where it survives a restart, and a clock that is set back.
import type { RateLimiter } from "#server/limits/rate-limiter.ts";

const MINUTE_S = 60;

const limit = (perMinute: number) => ({ window: MINUTE_S, max: perMinute });

const RULES = {
  ...limit(300),
  customRules: {
    "/sign-in/*": limit(20),
    "/sign-up/*": limit(20),
    "/change-password": limit(10),
    "/reset-password": limit(10),
    "/change-email": limit(5),
    "/delete-user": limit(10),
    "/request-password-reset": limit(5),
    "/forget-password": limit(5),
    "/send-verification-email": limit(5),
    "/email-otp/send-verification-otp": limit(5),
    "/passkey/*": limit(60),
    "/organization/invite-member": limit(20),
    "/get-session": false as const,
    // Liveness only: it does not depend on the database.
    "/ok": false as const,
    // Limits are stored by path, and this path ends in a secret.
    "/reset-password/*": false as const,
  },
};

/** The limits of the account library, counted by `budget`. */
export const clientLimits = (budget: RateLimiter) => ({
  enabled: true,
  storage: "database" as const,
  ...RULES,
  customStorage: { consume: createConsume(budget) },
});

/** The returns of all providers count together: a client could invent a provider, and with it a counter, for each call. */
const CALLBACK = /(\/callback)\/.*$/s;

const createConsume = (budget: RateLimiter) => async (key: string, rule: { window: number; max: number }) => {
  const waitMs = await budget.spend(`client:${key.replace(CALLBACK, "$1")}`, {
    most: rule.max,
    windowMs: rule.window * 1000,
  });
  return { allowed: waitMs === 0, retryAfter: waitMs === 0 ? null : Math.ceil(waitMs / 1000) };
};
