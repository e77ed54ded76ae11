// @rest @postgres @alone
// Whatever a stranger sends is answered soon, and never by a failure of ours: a seeded share of all that could be sent,
// to every call, signed in and out. `npm run faults` sends more of it, and reports.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Account, signUpAndIn } from "#test/harness/accounts.ts";
import { LARGE, largestPerson } from "#test/harness/data/largest-person.ts";
import { OWN_ACCOUNT_CALLS, OWN_CALLS } from "#test/harness/data/owned.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { createFitting, createHostile, type Hostile } from "#test/harness/hostile.ts";
import { makeProviderWorld } from "#test/harness/identity/provider-flow.ts";
import { everyCall, getAddress, type OpenCall } from "#test/harness/open-calls.ts";
import { runDelayMs } from "#test/harness/run-delay.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

const SEED = 2042;
/** Of each kind. */
const REQUESTS = Number(process.env["FUZZ"] ?? (process.env["TEST_DATABASE"] ? 1000 : 2500));
const AT_ONCE = 8;
const MAX_MS = 2000;
/** Longer ones are refused by Node itself. */
const MAX_PATH_LENGTH = 12_000;

type Kind = "data" | "account";
type Person = Awaited<ReturnType<typeof largestPerson>>;
type Sent = { call: OpenCall; hostile: Hostile; by: Visitor | null };
type Received = { path: string; status: number; ms: number };

const getKind = ({ kind }: OpenCall): Kind => (kind === "QUERY" || kind === "MUTATION" ? "data" : "account");

function getRequest({ call, hostile: { body, fields, part } }: Sent): [path: string, init: RequestInit] {
  const path = getAddress(call, part);
  if (call.kind === "QUERY")
    return [`${path}?input=${encodeURIComponent(getText(body))}`.slice(0, MAX_PATH_LENGTH), {}];
  if (call.kind === "GET")
    return [`${path}?${getQuery(fields ?? { token: getText(body) })}`.slice(0, MAX_PATH_LENGTH), {}];
  return [path, { method: "POST", headers: { "content-type": "application/json" }, body }];
}

/** Half of a surrogate pair stands in no address. */
const getText = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, MAX_PATH_LENGTH).toWellFormed();

const getQuery = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, getText(value)])).toString();

/**
 * Each request comes from an address of its own, so that no limit hides a response. What is measured leaves out the time in
 * which other programs had the processors.
 */
async function send(world: World, sent: Sent): Promise<Received> {
  const stranger = world.visitor();
  for (const [name, value] of sent.by?.cookies ?? []) stranger.cookies.set(name, value);
  const [began, delay] = [performance.now(), runDelayMs()];
  const answer = await stranger.fetch(...getRequest(sent));
  await answer.arrayBuffer();
  return { path: sent.call.path, status: answer.status, ms: performance.now() - began - (runDelayMs() - delay) };
}

async function signedInAs(world: World, account: Account): Promise<Visitor> {
  const visitor = world.visitor();
  expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(200);
  return visitor;
}

/** Calls once each, twice: signed in with inputs of the person's own, and signed out. */
function getRound(calls: readonly OpenCall[], own: Person, by: Visitor, round: number): Sent[] {
  // One that the person is the only member of, another one each time.
  const grown = { organizationId: `grown-${round}` };
  const ending: Record<string, object> = { "/organization/delete": grown, "/organization/leave": grown };
  return calls.flatMap((call, index) => {
    const seed = SEED + round * calls.length + index;
    const sample = (hostile: fc.Arbitrary<Hostile>) => fc.sample(hostile, { seed, numRuns: 1 });
    const ownInput = ending[call.path] ?? (OWN_CALLS[call.path] ?? OWN_ACCOUNT_CALLS[call.path])?.(own);
    // Every other round, so that unknown ids are also sent with a session.
    const fit = round % 2 === 0 && ownInput ? fc.constant({ ...ownInput }) : createFitting(call);
    return [
      ...sample(createHostile(call, fit)).map((hostile) => ({ call, hostile, by })),
      ...sample(createHostile(call)).map((hostile) => ({ call, hostile, by: null })),
    ];
  });
}

/** A member of the platoon who was not removed in an earlier round. */
async function findMember({ context: { db } }: World, { organizationId }: Person["platoon"]): Promise<string> {
  const members = db.selectFrom("member").select("id").where("organizationId", "=", organizationId);
  return (await members.where("role", "=", "member").orderBy("id").executeTakeFirstOrThrow()).id;
}

/** Sends rounds until there are so many responses of each kind; what is wrong with any of them. */
async function sendRounds(world: World, own: Person, received: Record<Kind, Received[]>): Promise<string[]> {
  const account = { name: "", email: own.email, password: "correct horse battery" };
  const nowhere: OpenCall = { kind: "GET", path: "/:nowhere", fields: {} };
  const calls = [nowhere, ...everyCall(world)];
  const faults: string[] = [];
  for (let round = 0; ; round += 1) {
    const due = calls.filter((call) => received[getKind(call)].length < REQUESTS);
    if (due.length === 0) return faults;
    // The writes of a minute, and the platoons of a person, are used up otherwise.
    await world.context.db.deleteFrom("budget").execute();
    await world.context.db.deleteFrom("deletedPlatoon").where("deletedBy", "=", own.userId).execute();
    const memberId = await findMember(world, own.platoon);
    const requests = getRound(due, { ...own, memberId }, await signedInAs(world, account), round);
    for (let first = 0; first < requests.length; first += AT_ONCE) {
      const together = requests.slice(first, first + AT_ONCE).map(async (sent) => {
        const response = await send(world, sent);
        received[getKind(sent.call)].push(response);
        // Once may be a slow disk.
        const isSlow = response.ms > MAX_MS && (await send(world, sent)).ms > MAX_MS;
        if (isSlow || response.status >= 500) faults.push(getSummary(sent, response));
      });
      await Promise.all(together);
    }
  }
}

const getSummary = (sent: Sent, { status, ms }: Received): string =>
  `${status} ${Math.round(ms)} ms ${sent.call.kind} ${getRequest(sent)[0]} ${getText(sent.hostile.body)}`.slice(0, 300);

test("hostile input is answered soon, signed in or out, and never by a failure of ours", async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeProviderWorld({ STATS_URL: statistics.url });
  const own = await largestPerson(world, LARGE);
  const { visitor: bystander, account: whose } = await signUpAndIn(world);
  const received: Record<Kind, Received[]> = { data: [], account: [] };
  expect(await sendRounds(world, own, received)).toEqual([]);
  for (const [kind, responses] of Object.entries(received)) {
    expect(responses.length, kind).toBeGreaterThanOrEqual(REQUESTS);
    const limited = responses.filter(({ status }) => status === 429 || status === 503);
    expect(limited.length, kind).toBeLessThanOrEqual(responses.length / 10);
    const counts = Map.groupBy(responses, ({ status }) => String(status));
    console.table({ kind, ...Object.fromEntries([...counts].map(([status, { length }]) => [status, length])) });
  }
  const platoonCalls = received.account.filter(({ path, status }) => /^.organization/.test(path) && status === 200);
  expect(new Set(platoonCalls.map(({ path }) => path)).size).toBeGreaterThanOrEqual(10);
  const succeeded = received.data.filter(({ status }) => status === 200);
  expect(succeeded.length).toBeGreaterThan(REQUESTS / 20);
  const session = await (await bystander.fetch("/api/auth/get-session")).json();
  expect(session.user.email).toBe(whose.email);
});
