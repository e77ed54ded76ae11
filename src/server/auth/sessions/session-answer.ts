// GET /api/auth/get-session the short way, where nothing has to be written: see session-of.ts.

import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import type { Quickly } from "#platform/http/fast-path.ts";
import type { Config } from "#server/config/config.ts";
import { UNAVAILABLE_ANSWER } from "#server/http/database-unavailable.ts";
import { shouldExtend } from "./session-end.ts";
import type { FoundSession, SessionOf } from "./session-of.ts";

const HEADERS = ["Content-Type", "application/json", "Cache-Control", "no-store", "Pragma", "no-cache"];

/** The session of a plain call; null where the account library has more to do than to read it. */
export function quickSessionAnswers({ config, sessionOf }: { config: Config; sessionOf: SessionOf }): Quickly {
  return ({ query, request }) =>
    query === "" && !config.sessionCache ? sessionOf(request.headers.cookie).then(getAnswer, awayOrThrown) : null;
}

function getAnswer(found: FoundSession | null | "uncommon") {
  if (found === "uncommon" || (found && shouldExtend(found.session, found.user.isAnonymous === true))) return null;
  return { status: 200, headers: HEADERS, body: JSON.stringify(found) };
}

/** The library would only wait for the same database once more. */
function awayOrThrown(error: unknown) {
  if (!isDatabaseUnavailable(error)) throw error;
  return UNAVAILABLE_ANSWER;
}
