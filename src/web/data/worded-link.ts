// Error messages in the reader's language.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { m } from "#messages";
import { isUnreachable } from "./offline/connectivity.ts";
import { getProperty } from "./problem.ts";

/**
 * tRPC link that translates error messages into the reader's language. It precedes all other links, because the server's messages
 * are English and the browser's differ.
 */
export const localizedErrorLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (!m.language_query() && !isUnreachable(error)) return observer.error(error);
          const reportError = () => observer.error(error);
          localizeError(error).then(reportError, reportError);
        },
      }),
    );

/** Sets the message of an app error by its code, and the message of a lost connection. */
export async function localizeError(error: Error): Promise<void> {
  const refusal = getProperty(error, "data");
  // Refusals of the HTTP server have another format than tRPC errors. The data client reports them as the cause.
  const json = getProperty(getProperty(error, "meta"), "responseJSON");
  const serverCode = getProperty(json, "code");
  // JSON that is not a response has a specified message.
  if (isUnreachable(error) && !getProperty(refusal, "fault") && json === undefined) {
    error.message = m.app_site_unreachable();
    return;
  }
  if (!m.language_query()) return;
  const { EARLY_REFUSALS, getRefusalMessage } = await import("#messages/errors.ts");
  const text = getRefusalMessage(refusal);
  if (text !== null) error.message = text;
  else if (typeof serverCode === "string" && EARLY_REFUSALS[serverCode])
    Object.assign(error, { message: EARLY_REFUSALS[serverCode](), cause: undefined });
}
