// A call about a person's own things, on its way to the server or to what this device knows, and why it fails.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { m } from "#messages";
import { getProperty } from "#web/data/problem.ts";

export type OwnCall = { type: string; path: string; input: unknown; signal?: AbortSignal | null | undefined };

/** Makes the call of the server; throws as it does. */
export type Send = () => Promise<unknown>;

/** Set while changes wait: looking here is faster than reading them. */
export const WAITING_MARK = "outbox";

/** Whether a call failed because it did not arrive, or its answer did not. */
export const isConnectionError = (error: unknown, signal?: AbortSignal | null): boolean =>
  !signal?.aborted && error instanceof Error && error.cause instanceof TypeError;

/**
 * Words what fails in the reader's language, in front of all other links: the server words a refusal in English, and the
 * browser a lost connection in its own way.
 */
export const wordedLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (!m.language_query() && !isConnectionError(error)) return observer.error(error);
          const answer = () => observer.error(error);
          wordError(error).then(answer, answer);
        },
      }),
    );

/** Puts the reader's words into a refusal by its code, and into a lost connection. */
export async function wordError(error: Error): Promise<void> {
  if (isConnectionError(error)) {
    error.message = m.app_site_unreachable();
    return;
  }
  if (!m.language_query()) return;
  // The HTTP server's own refusals have another form than the library's, which is what it reports as the cause.
  const serverCode = getProperty(getProperty(getProperty(error, "meta"), "responseJSON"), "code");
  const { EARLY_REFUSALS, wordRefusal } = await import("#messages/errors.ts");
  const words = wordRefusal(getProperty(error, "data"));
  if (words !== null) error.message = words;
  else if (typeof serverCode === "string" && EARLY_REFUSALS[serverCode])
    Object.assign(error, { message: EARLY_REFUSALS[serverCode](), cause: undefined });
}
