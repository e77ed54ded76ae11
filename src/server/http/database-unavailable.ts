// What a call answers while the database is away, in both forms of an answer.
import { ERRORS } from "#domain/errors.ts";
import { RETRY_AFTER_S } from "#platform/database/database-unavailable.ts";
import type { QuickAnswer } from "#platform/http/fast-path.ts";

const STATUS = 503;
const BODY = JSON.stringify({ code: "SERVICE_UNAVAILABLE", message: ERRORS.database_away.message });
const HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Retry-After": String(RETRY_AFTER_S),
};

export const databaseUnavailable = (): Response => new Response(BODY, { status: STATUS, headers: HEADERS });

export const UNAVAILABLE_ANSWER: QuickAnswer = { status: STATUS, headers: Object.entries(HEADERS).flat(), body: BODY };
