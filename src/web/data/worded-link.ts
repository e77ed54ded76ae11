// The words of a failed call, in the reader's language.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#api";
import { m } from "#messages";
import { isUnreachable } from "./offline/connectivity.ts";
import { getProperty } from "./problem.ts";

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
          if (!m.language_query() && !isUnreachable(error)) return observer.error(error);
          const answer = () => observer.error(error);
          wordError(error).then(answer, answer);
        },
      }),
    );

/** Puts the reader's words into a refusal by its code, and into a failure to reach the server. */
export async function wordError(error: Error): Promise<void> {
  const refusal = getProperty(error, "data");
  // The HTTP server's own refusals have another form than the library's, which is what it reports as the cause.
  const json = getProperty(getProperty(error, "meta"), "responseJSON");
  const serverCode = getProperty(json, "code");
  // The specification has words for JSON that is no answer.
  if (isUnreachable(error) && !getProperty(refusal, "fault") && json === undefined) {
    error.message = m.app_site_unreachable();
    return;
  }
  if (!m.language_query()) return;
  const { EARLY_REFUSALS, wordRefusal } = await import("#messages/errors.ts");
  const words = wordRefusal(refusal);
  if (words !== null) error.message = words;
  else if (typeof serverCode === "string" && EARLY_REFUSALS[serverCode])
    Object.assign(error, { message: EARLY_REFUSALS[serverCode](), cause: undefined });
}
