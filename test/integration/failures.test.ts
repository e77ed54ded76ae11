// When the server fails, the response reports the failure without its cause.

import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { createFitting } from "#test/harness/hostile.ts";
import { everyCall, getAddress, type OpenCall } from "#test/harness/open-calls.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const SENTENCE = "Something went wrong on our side.";
/** What a stack, a statement, a path or the library's own words would look like. */
const TELLING =
  /\bat \w+ \(|node_modules|\.[mc]?ts\b|\.mjs|select |insert |sqlite|postgres|kysely|better-?auth|no such table|relation|column|stack/i;

/** What is gone together: a call that needs none of these is answered as ever. */
const GONE = [["user"], ["session"], ["budget"], ["account", "verification", "passkey", "member", "loadout", "mail"]];

/** The call with everything as it should be. */
function send(visitor: Visitor, call: OpenCall): Promise<Response> {
  const [fields] = fc.sample(createFitting(call), { seed: 1, numRuns: 1 });
  const input = encodeURIComponent(JSON.stringify(fields));
  if (call.kind === "POST" || call.kind === "MUTATION") return visitor.post(getAddress(call), fields);
  return visitor.fetch(call.kind === "QUERY" ? `${getAddress(call)}?input=${input}` : getAddress(call));
}

test.for(GONE.map((tables) => [tables] as const))(
  "without its tables %j the server reports the failure of any call in one sentence",
  async ([tables]) => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics, environment: { LOG_LEVEL: "silent" } });
    const { visitor: signedIn } = await signUpAndIn(world);
    await world.mails();
    const { db, config } = world.context;
    const beside = sql.raw(config.database.kind === "postgres" ? "CASCADE" : "");
    for (const table of tables) await sql`DROP TABLE ${sql.table(table)} ${beside}`.execute(db);
    let failed = 0;
    for (const call of everyCall(world)) {
      const answer = await send(elsewhere(signedIn, world), call);
      const text = await answer.text();
      if (answer.status < 500) continue;
      failed += 1;
      const requestId = answer.headers.get("x-request-id");
      const { error, ...body } = JSON.parse(text);
      if (getAddress(call).startsWith("/api/trpc/")) expect(error.message).toBe(SENTENCE);
      else expect(body).toEqual({ code: "INTERNAL_SERVER_ERROR", message: SENTENCE, requestId });
      expect(text).not.toMatch(TELLING);
    }
    expect(failed).toBeGreaterThan(0);
  },
);
