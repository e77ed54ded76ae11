// What a call answers while the database is away, in both forms of an answer.
import { FAULTS } from "#domain/fault.ts";
import { AWAY_FOR_S } from "#server/database/outage.ts";
import type { QuickAnswer } from "./quick-answer.ts";

const STATUS = 503;
const BODY = JSON.stringify({ code: "SERVICE_UNAVAILABLE", message: FAULTS.database_away.says });
const HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store", "Retry-After": String(AWAY_FOR_S) };

export const databaseAway = (): Response => new Response(BODY, { status: STATUS, headers: HEADERS });

export const QUICK_AWAY: QuickAnswer = { status: STATUS, headers: Object.entries(HEADERS).flat(), body: BODY };
