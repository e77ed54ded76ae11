import type { DeferredWork } from "#platform/deferred-work.ts";
import type { WithLock } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { PasswordHasher } from "#server/auth/credentials/password.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { SendLetter } from "#server/mail/mailer.ts";

export type AuthParts = {
  config: Config;
  secret: string;
  db: Database;
  logger: Logger;
  passwords: PasswordHasher;
  sendMail: SendLetter;
  rateLimiter: RateLimiter;
  withLock: WithLock;
  defer: DeferredWork["defer"];
  /** Called once a call has changed who is in a platoon, with its id. */
  onMembersChanged: (organizationId: string) => void;
};
