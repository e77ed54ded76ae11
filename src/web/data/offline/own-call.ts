// A call about a person's own things, on its way to the server or to what this device knows.

export type OwnCall = { type: string; path: string; input: unknown; signal?: AbortSignal | null | undefined };

/** Makes the call of the server; throws as it does. */
export type Send = () => Promise<unknown>;

/** Set while changes wait: looking here is faster than reading them. */
export const WAITING_MARK = "outbox";

/** Whether a call failed because it did not arrive, or its answer did not. */
export const isConnectionError = (error: unknown, signal?: AbortSignal | null): boolean =>
  !signal?.aborted && error instanceof Error && error.cause instanceof TypeError;
