// Whatever a stranger sends is answered soon, and never by a failure of ours: a seeded share of all that could be sent,
// to every call, signed in and out. `npm run faults` sends more of it, and reports.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Account, signUpAndIn } from "#test/world/accounts.ts";
import { type Hostile, hostileTo } from "#test/world/hostile.ts";
import { LARGE, largestPerson } from "#test/world/largest-person.ts";
import { addressOf, everyCall, type OpenCall } from "#test/world/open-calls.ts";
import { makeProviderWorld } from "#test/world/provider-flow.ts";
import { createStatisticsService } from "#test/world/statistics-service.ts";
import type { Visitor } from "#test/world/visitor.ts";
import type { World } from "#test/world/world.ts";

const SEED = 2042;
const REQUESTS = Number(process.env["FUZZ"] ?? (process.env["TEST_DATABASE"] ? 2000 : 5000));
const AT_ONCE = 8;
const LONGEST_MS = 2000;
/** Longer ones are refused by Node itself. */
const LONGEST_PATH = 12_000;
type Sent = { call: OpenCall; hostile: Hostile; by: Visitor | null };

function requestOf({ call, hostile: { body, fields, part } }: Sent): [path: string, init: RequestInit] {
  const path = addressOf(call, part);
  if (call.kind === "QUERY") return [`${path}?input=${encodeURIComponent(textOf(body))}`.slice(0, LONGEST_PATH), {}];
  if (call.kind === "GET") return [`${path}?${queryOf(fields ?? { token: textOf(body) })}`.slice(0, LONGEST_PATH), {}];
  return [path, { method: "POST", headers: { "content-type": "application/json" }, body }];
}

/** Half of a surrogate pair stands in no address. */
const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, LONGEST_PATH).toWellFormed();

const queryOf = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, textOf(value)])).toString();

/** Each request comes from an address of its own, so that no limit hides an answer. */
async function send(world: World, sent: Sent): Promise<{ status: number; ms: number }> {
  const stranger = world.visitor();
  for (const [name, value] of sent.by?.cookies ?? []) stranger.cookies.set(name, value);
  const began = performance.now();
  const answer = await stranger.fetch(...requestOf(sent));
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

async function signedInAs(world: World, account: Account): Promise<Visitor> {
  const visitor = world.visitor();
  expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(200);
  return visitor;
}

/** All calls once, each twice: signed in and out. */
function roundOf(calls: readonly OpenCall[], by: Visitor, round: number): Sent[] {
  return calls.flatMap((call, index) => {
    const hostile = fc.sample(hostileTo(call), { seed: SEED + round * calls.length + index, numRuns: 2 });
    return hostile.map((each, turn) => ({ call, hostile: each, by: turn === 0 ? by : null }));
  });
}

test("hostile input is answered soon, signed in or out, and never by a failure of ours", {
  timeout: 60_000 + REQUESTS * 20,
}, async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeProviderWorld({ STATS_URL: statistics.url });
  const { email } = await largestPerson(world, LARGE);
  const account = { name: "", email, password: "correct horse battery" };
  const { visitor: bystander, account: whose } = await signUpAndIn(world);
  const nowhere: OpenCall = { kind: "GET", path: "/:nowhere", fields: {} };
  const calls = [nowhere, ...everyCall(world)];
  const statuses: number[] = [];
  const faults: string[] = [];
  for (let round = 0; statuses.length < REQUESTS; round += 1) {
    const requests = roundOf(calls, await signedInAs(world, account), round);
    for (let first = 0; first < requests.length; first += AT_ONCE) {
      const together = requests.slice(first, first + AT_ONCE).map(async (sent) => {
        const { status, ms } = await send(world, sent);
        statuses.push(status);
        // Once may be the machine's fault.
        const isSlow = ms > LONGEST_MS && (await send(world, sent)).ms > LONGEST_MS;
        if (isSlow || status >= 500)
          faults.push(`${status} ${sent.call.kind} ${requestOf(sent)[0]} ${textOf(sent.hostile.body)}`);
      });
      await Promise.all(together);
    }
  }
  const counts = [...Map.groupBy(statuses, String)].map(([status, { length }]) => [status, length] as const);
  console.table(Object.fromEntries(counts));
  expect(faults.map((fault) => fault.slice(0, 300))).toEqual([]);
  const limited = statuses.filter((status) => status === 429 || status === 503);
  expect(limited.length).toBeLessThanOrEqual(statuses.length / 10);
  const session = await (await bystander.fetch("/api/auth/get-session")).json();
  expect(session.user.email).toBe(whose.email);
});
