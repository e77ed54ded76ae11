import type { BetterAuthPlugin } from "better-auth";
import type { KyselyPlugin } from "kysely";
import type { z } from "zod";
import type { DeferredWork } from "#platform/deferred-work.ts";
import type { WithLock } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { CallLimits } from "#server/auth/client-limits.ts";
import type { PasswordHasher } from "#server/auth/credentials/password.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { Events } from "#server/events.ts";
import type { SendLetter } from "#server/mail/mailer.ts";

/** The plugins and settings that a feature adds to the account library. */
export type AccountExtension = {
  plugins: readonly BetterAuthPlugin[];
  /** The paths of the plugins' calls that are closed to clients. */
  closedCalls: readonly string[];
  limits: CallLimits;
  /** The allowed values of fields in bodies and queries, checked before the library. */
  fields: { body: z.ZodRawShape; query: z.ZodRawShape };
  /** A Kysely plugin that transforms the library's statements and their results. */
  statements?: KyselyPlugin;
};

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
  events: Events;
  deleteAccount: (userId: string) => Promise<void>;
  mergeGuest: (guestId: string, userId: string) => Promise<void>;
  extensions: readonly ((parts: AuthParts) => AccountExtension)[];
};
