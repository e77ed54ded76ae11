import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { ProviderSettings } from "#server/auth/providers/settings.ts";
import type { AccountFeature } from "#server/config/config.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import type { Events } from "#server/events.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { RateLimiter } from "#server/limits/rate-limiter.ts";
import type { StatisticsSource } from "#server/sources/statistics-source.ts";
import type { Streams } from "#server/streams.ts";

type VisitingUser = { id: string; sessionId: string; name: string; email: string; isGuest: boolean; signedInAt: Date };

/** What one request to /api/trpc may use. */
export type TrpcContext = {
  accounts: Context["accounts"];
  /** As the request brought them, for the account library, which finds the session there. */
  headers: () => Headers;
  db: Database;
  budget: RateLimiter;
  arsenals: Arsenals;
  changes: Events;
  jobs: Jobs;
  statistics: StatisticsSource;
  streams: Streams;
  /** What of the account system is switched off. */
  featuresOff: readonly AccountFeature[];
  /** The sign-in providers that are on. */
  providers: ProviderSettings["enabled"];
  now: () => Date;
  /** What the ids of shares are made with. */
  shareKey: string;
  /** Identifies the client by its address; see `getClientKey`. */
  clientKey: string;
  /** The signed-in user, read once and only when asked for; null when there is no session. */
  user: () => Promise<VisitingUser | null>;
};
