// GET /api/auth/get-session the short way, where nothing has to be written: see session-of.ts.
import type { Config } from "#server/config/config.ts";
import { isOutage } from "#server/database/outage.ts";
import { QUICK_AWAY } from "#server/http/database-away.ts";
import type { Quickly } from "#server/http/quick-answer.ts";
import { isEndMoved } from "./session-end.ts";
import type { FoundSession, SessionOf } from "./session-of.ts";

const HEADERS = ["Content-Type", "application/json", "Cache-Control", "no-store", "Pragma", "no-cache"];

/** The session of a plain call; null where the account library has more to do than to read it. */
export function quickSessionAnswers({ config, sessionOf }: { config: Config; sessionOf: SessionOf }): Quickly {
  return ({ query, request }) =>
    query === "" && !config.sessionCache ? sessionOf(request.headers.cookie).then(answerOf, awayOrThrown) : null;
}

function answerOf(found: FoundSession | null | "uncommon") {
  if (found === "uncommon" || (found && isEndMoved(found.session, found.user.isAnonymous === true))) return null;
  return { status: 200, headers: HEADERS, body: JSON.stringify(found) };
}

/** The library would only wait for the same database once more. */
function awayOrThrown(error: unknown) {
  if (!isOutage(error)) throw error;
  return QUICK_AWAY;
}
