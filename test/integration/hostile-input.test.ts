// @rest @postgres @alone
// Sends generated malicious input to every call, signed in and signed out. Each response has to arrive in time and without a
// server error. `npm run faults` sends more requests, and reports the results.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Account, signUpAndSignIn } from "#test/harness/accounts.ts";
import { createLargestUser, LARGE } from "#test/harness/data/largest-person.ts";
import { OWNER_ACCOUNT_CALLS, OWNER_CALLS } from "#test/harness/data/owned.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { createHostile, createValidFields, type HostileInput } from "#test/harness/hostile.ts";
import { makeProviderWorld } from "#test/harness/identity/provider-flow.ts";
import { getAddress, listCalls, type OpenCall } from "#test/harness/open-calls.ts";
import { getRunDelayMs } from "#test/harness/run-delay.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";

const SEED = 2042;
/** The number of requests of each kind. */
const REQUESTS = Number(process.env["FUZZ"] ?? (process.env["TEST_DATABASE"] ? 1000 : 2500));
const PARALLEL_REQUESTS = 8;
const MAX_MS = 2000;
/** Node refuses longer paths. */
const MAX_PATH_LENGTH = 12_000;

type Kind = "data" | "account";
type Person = Awaited<ReturnType<typeof createLargestUser>>;
type HostileRequest = { call: OpenCall; hostile: HostileInput; by: Visitor | null };
type HostileResponse = { path: string; status: number; ms: number };

const getKind = ({ kind }: OpenCall): Kind => (kind === "QUERY" || kind === "MUTATION" ? "data" : "account");

function getRequest({ call, hostile: { body, fields, part } }: HostileRequest): [path: string, init: RequestInit] {
  const path = getAddress(call, part);
  if (call.kind === "QUERY")
    return [`${path}?input=${encodeURIComponent(getText(body))}`.slice(0, MAX_PATH_LENGTH), {}];
  if (call.kind === "GET")
    return [`${path}?${getQuery(fields ?? { token: getText(body) })}`.slice(0, MAX_PATH_LENGTH), {}];
  return [path, { method: "POST", headers: { "content-type": "application/json" }, body }];
}

/** Returns a text without lone surrogates, which an address cannot contain. */
const getText = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, MAX_PATH_LENGTH).toWellFormed();

const getQuery = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, getText(value)])).toString();

/**
 * Sends a request from a new IP address, so that no rate limit replaces the response. The duration excludes the time in which
 * other processes used the processors.
 */
async function send(world: World, sent: HostileRequest): Promise<HostileResponse> {
  const stranger = world.visitor();
  for (const [name, value] of sent.by?.cookies ?? []) stranger.cookies.set(name, value);
  const [startedAt, delay] = [performance.now(), getRunDelayMs()];
  const response = await stranger.fetch(...getRequest(sent));
  await response.arrayBuffer();
  return {
    path: sent.call.path,
    status: response.status,
    ms: performance.now() - startedAt - (getRunDelayMs() - delay),
  };
}

async function signIn(world: World, account: Account): Promise<Visitor> {
  const visitor = world.visitor();
  expect((await visitor.post("/api/auth/sign-in/email", account)).status).toBe(200);
  return visitor;
}

/** Returns two requests per call: one signed in, with ids of the user's own data, and one signed out. */
function getRound(calls: readonly OpenCall[], user: Person, by: Visitor, round: number): HostileRequest[] {
  // Each round leaves or deletes another platoon in which the user is the only member.
  const ownPlatoon = { organizationId: `grown-${round}` };
  const ending: Record<string, object> = { "/organization/delete": ownPlatoon, "/organization/leave": ownPlatoon };
  return calls.flatMap((call, index) => {
    const seed = SEED + round * calls.length + index;
    const sample = (hostile: fc.Arbitrary<HostileInput>) => fc.sample(hostile, { seed, numRuns: 1 });
    const ownInput = ending[call.path] ?? (OWNER_CALLS[call.path] ?? OWNER_ACCOUNT_CALLS[call.path])?.(user);
    // Valid ids are used in every other round, so that unknown ids are sent with a session, too.
    const validInput = round % 2 === 0 && ownInput ? fc.constant({ ...ownInput }) : createValidFields(call);
    return [
      ...sample(createHostile(call, validInput)).map((hostile) => ({ call, hostile, by })),
      ...sample(createHostile(call)).map((hostile) => ({ call, hostile, by: null })),
    ];
  });
}

/** Returns the id of a member of the platoon who was not removed in an earlier round. */
async function findMember({ context: { db } }: World, { organizationId }: Person["platoon"]): Promise<string> {
  const members = db.selectFrom("member").select("id").where("organizationId", "=", organizationId);
  return (await members.where("role", "=", "member").orderBy("id").executeTakeFirstOrThrow()).id;
}

/** Sends rounds until there are REQUESTS responses of each kind; returns summaries of the slow and failed ones. */
async function sendRounds(world: World, user: Person, received: Record<Kind, HostileResponse[]>): Promise<string[]> {
  const account = { name: "", email: user.email, password: "correct horse battery" };
  const unknownCall: OpenCall = { kind: "GET", path: "/:nowhere", fields: {} };
  const calls = [unknownCall, ...listCalls(world)];
  const faults: string[] = [];
  for (let round = 0; ; round += 1) {
    const due = calls.filter((call) => received[getKind(call)].length < REQUESTS);
    if (due.length === 0) return faults;
    // Otherwise the limits of writes per minute and of platoons per user would be used up.
    await world.context.db.deleteFrom("budget").execute();
    await world.context.db.deleteFrom("deletedPlatoon").where("deletedBy", "=", user.userId).execute();
    const memberId = await findMember(world, user.platoon);
    const requests = getRound(due, { ...user, memberId }, await signIn(world, account), round);
    for (let first = 0; first < requests.length; first += PARALLEL_REQUESTS) {
      const together = requests.slice(first, first + PARALLEL_REQUESTS).map(async (sent) => {
        const response = await send(world, sent);
        received[getKind(sent.call)].push(response);
        // A single slow response may be due to the disk, so it is sent again.
        const isSlow = response.ms > MAX_MS && (await send(world, sent)).ms > MAX_MS;
        if (isSlow || response.status >= 500) faults.push(getSummary(sent, response));
      });
      await Promise.all(together);
    }
  }
}

const getSummary = (sent: HostileRequest, { status, ms }: HostileResponse): string =>
  `${status} ${Math.round(ms)} ms ${sent.call.kind} ${getRequest(sent)[0]} ${getText(sent.hostile.body)}`.slice(0, 300);

test("hostile input gets a response in time and without a server error, signed in and signed out", async () => {
  await using statistics = await createStatisticsService();
  await using world = await makeProviderWorld({ STATS_URL: statistics.url });
  const user = await createLargestUser(world, LARGE);
  const { visitor: bystander, account: bystanderAccount } = await signUpAndSignIn(world);
  const received: Record<Kind, HostileResponse[]> = { data: [], account: [] };
  expect(await sendRounds(world, user, received)).toEqual([]);
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
  expect(session.user.email).toBe(bystanderAccount.email);
});
