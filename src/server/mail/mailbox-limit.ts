import type { Budget } from "#server/limits/budget.ts";
import type { Logger } from "#server/logger.ts";
import type { SendMail } from "./mailer.ts";

const MINUTE_MS = 60_000;
const PER_MINUTE = { most: 5, windowMs: MINUTE_MS };
const PER_DAY = { most: 20, windowMs: 24 * 60 * MINUTE_MS };

/**
 * Sends at most five mails a minute and twenty a day to one address, of all kinds together. What is more is dropped
 * without a word to the caller, who must not learn by it who has an account.
 */
export const withinMailboxLimit =
  (send: SendMail, budget: Budget, logger: Pick<Logger, "warn">): SendMail =>
  async (mail) => {
    const address = mail.to.toLowerCase();
    const isFull =
      (await budget.spend(`mail-minute:${address}`, PER_MINUTE)) > 0 ||
      (await budget.spend(`mail-day:${address}`, PER_DAY)) > 0;
    if (isFull) logger.warn("a mail was dropped: its address has had its share");
    else await send(mail);
  };
