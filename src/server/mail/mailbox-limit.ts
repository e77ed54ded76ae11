import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#server/limits/rate-limiter.ts";
import type { Mail, SendMail } from "./mailer.ts";

/**
 * What a mail counts against. A notice to an account's owner counts against nothing: an attacker who fills a quota could
 * keep the owner from learning of a change. What a stranger can trigger counts against the address, and what its
 * signed-in owner asks for against a second quota, which strangers cannot fill.
 */
export type MailQuota = "notice" | "address" | "owner";

export type SendCounted = (mail: Mail, quota: MailQuota) => Promise<void>;

const MINUTE_MS = 60_000;
const PER_MINUTE = { most: 5, windowMs: MINUTE_MS };
const PER_DAY = { most: 20, windowMs: 24 * 60 * MINUTE_MS };

const KEYS = { address: "mail", owner: "owner-mail" } as const;

/**
 * Sends at most five mails a minute and twenty a day of each quota to one address, of all kinds together. Further ones
 * are dropped without a hint to the caller, who must not learn from it which addresses have accounts.
 */
export const withinMailboxLimit =
  (send: SendMail, budget: RateLimiter, logger: Pick<Logger, "warn">): SendCounted =>
  async (mail, quota) => {
    if (quota === "notice") return send(mail);
    const address = mail.to.toLowerCase();
    const key = KEYS[quota];
    const isFull =
      (await budget.spend(`${key}-minute:${address}`, PER_MINUTE)) > 0 ||
      (await budget.spend(`${key}-day:${address}`, PER_DAY)) > 0;
    if (isFull) logger.warn({ quota }, "a mail was dropped: its address has had its share");
    else await send(mail);
  };
