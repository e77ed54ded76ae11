// When the server fails, the response reports the failure without its cause.

import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { createValidFields } from "#test/harness/hostile.ts";
import { getAddress, listCalls, type OpenCall } from "#test/harness/open-calls.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const SENTENCE = "Something went wrong on our side.";
/** Matches parts of a stack trace, a statement, a path, or a message of a library. */
const REVEALING =
  /\bat \w+ \(|node_modules|\.[mc]?ts\b|\.mjs|select |insert |sqlite|postgres|kysely|better-?auth|no such table|relation|column|stack/i;

/** Groups of tables that are dropped together. Calls that use none of them still succeed. */
const DROPPED_TABLES = [
  ["user"],
  ["session"],
  ["budget"],
  ["account", "verification", "passkey", "member", "loadout", "mail"],
];

/** Makes the call with valid input. */
function send(visitor: Visitor, call: OpenCall): Promise<Response> {
  const [fields] = fc.sample(createValidFields(call), { seed: 1, numRuns: 1 });
  const input = encodeURIComponent(JSON.stringify(fields));
  if (call.kind === "POST" || call.kind === "MUTATION") return visitor.post(getAddress(call), fields);
  return visitor.fetch(call.kind === "QUERY" ? `${getAddress(call)}?input=${input}` : getAddress(call));
}

test.for(DROPPED_TABLES.map((tables) => [tables] as const))(
  "without the tables %j every failing call returns the same message and no details",
  async ([tables]) => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor: signedIn } = await signUpAndSignIn(world);
    await world.mails();
    const { db, config } = world.context;
    const cascade = sql.raw(config.database.kind === "postgres" ? "CASCADE" : "");
    for (const table of tables) await sql`DROP TABLE ${sql.table(table)} ${cascade}`.execute(db);
    let failed = 0;
    for (const call of listCalls(world)) {
      const response = await send(moveToNewAddress(signedIn, world), call);
      const text = await response.text();
      if (response.status < 500) continue;
      failed += 1;
      const requestId = response.headers.get("x-request-id");
      const { error, ...body } = JSON.parse(text);
      if (getAddress(call).startsWith("/api/trpc/")) expect(error.message).toBe(SENTENCE);
      else expect(body).toEqual({ code: "INTERNAL_SERVER_ERROR", message: SENTENCE, requestId });
      expect(text).not.toMatch(REVEALING);
    }
    expect(failed).toBeGreaterThan(0);
  },
);
