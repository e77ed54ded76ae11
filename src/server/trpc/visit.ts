import type { Arsenals } from "#domain/arsenal/arsenal.ts";
import type { ProviderSettings } from "#server/auth/providers/settings.ts";
import type { Changes } from "#server/changes.ts";
import type { AccountFeature } from "#server/config/config.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Budget } from "#server/limits/budget.ts";
import type { StatisticsSource } from "#server/sources/statistics-source.ts";
import type { Streams } from "#server/streams.ts";

type VisitingUser = { id: string; sessionId: string; name: string; email: string; isGuest: boolean; signedInAt: Date };

/** What one request to /api/trpc may use. */
export type Visit = {
  accounts: Context["accounts"];
  /** As the request brought them, for the account library, which finds the session there. */
  headers: () => Headers;
  db: Database;
  budget: Budget;
  arsenals: Arsenals;
  changes: Changes;
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
  /** Whoever asks, as far as an address tells; see `clientKeyOf`. */
  clientKey: string;
  /** The signed-in user, read once and only when asked for; null when there is no session. */
  user: () => Promise<VisitingUser | null>;
};
