import type { Context } from "#server/context.ts";

type Caller = { id: string; sessionId: string; name: string; email: string; isGuest: boolean; signedInAt: Date };

type Parts =
  | "accounts"
  | "arsenals"
  | "rateLimiter"
  | "config"
  | "db"
  | "events"
  | "jobs"
  | "now"
  | "shareKey"
  | "statistics"
  | "streams";

/** What one request to /api/trpc may use. */
export type TrpcContext = Pick<Context, Parts> & {
  /** The request's headers, in which the account library finds the session. */
  headers: () => Headers;
  /** Identifies the client by its address; see `getClientKey`. */
  clientKey: string;
  /** The signed-in user, read on the first call; null without a session. */
  user: () => Promise<Caller | null>;
};
