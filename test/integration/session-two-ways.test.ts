// @rest @postgres @alone
// The reader of sessions returns the same bytes as the account library for every request.
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getSession } from "#test/harness/responses.ts";
import { getDifference, openServerPair, type RawRequest, type ServerPair } from "#test/harness/two-ways.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const SECRET = "a secret that this test knows, too";
const SESSION_COOKIE = "fieldlocker.session_token";
const CASES = process.env["TEST_DATABASE"] ? 1000 : 10_000;
const SEED = 2042;
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

let world: World;
let pair: ServerPair;
let token: string;
let userId: string;
let otherToken: string;
beforeAll(async () => {
  world = await makeWorld({ environment: { SECRET, CALLS_PER_MINUTE: "100000000" }, singleProcess: USES_INTERNALS });
  pair = await openServerPair(world);
  [{ token, userId }, { token: otherToken }] = [await createSession(), await createSession()];
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  pair[Symbol.dispose]();
  await world[Symbol.asyncDispose]();
});

async function createSession(): Promise<{ token: string; userId: string }> {
  const { visitor } = await signUpAndSignIn(world);
  const { token: newToken, userId: newUserId } = (await getSession(visitor)).session;
  return { token: newToken, userId: newUserId };
}

const createSignature = (value: string, secret = SECRET) => createHmac("sha256", secret).update(value).digest("base64");
const createSignedValue = (value: string) => encodeURIComponent(`${value}.${createSignature(value)}`);
const alterCharacter = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === "A" ? "Q" : "A") + text.slice(at + 1);

/** The session's row before the call. A field that is not listed here has the same value in every case. */
const states = fc.record({
  endsInMs: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom(29 * DAY_MS + 1, 29.5 * DAY_MS, 30 * DAY_MS, 179.5 * DAY_MS, 180 * DAY_MS),
    },
    fc.constantFrom(-400 * DAY_MS, -1, 0, 1, HOUR_MS, 28 * DAY_MS, 29 * DAY_MS, 179 * DAY_MS),
  ),
  ageMs: fc.constantFrom(0, HOUR_MS, DAY_MS, 150 * DAY_MS, 151 * DAY_MS, 179 * DAY_MS, 181 * DAY_MS, -HOUR_MS),
  isAnonymous: fc.boolean(),
  emailVerified: fc.boolean(),
  isThere: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  image: fc.option(fc.constantFrom("/api/avatar/x", 'https://pictures.example/ä?b=1&c="2"', "")),
  name: fc.constantFrom("Person", "Ünïcode \u{1F600}", '"quoted" \\ <b>', "\u2028", ""),
  ipAddress: fc.option(fc.constantFrom("10.0.0.1", "2001:db8::/64", "")),
  userAgent: fc.option(fc.constantFrom("node", 'Mozilla/5.0 ("x")', "ä".repeat(300))),
  activeOrganizationId: fc.option(fc.constant("an-organization")),
});
type State = typeof states extends fc.Arbitrary<infer Value> ? Value : never;

const tokenCookie = fc
  .oneof(
    { weight: 20, arbitrary: fc.constant(() => createSignedValue(token)) },
    fc.constantFrom<() => string>(
      () => `${token}.${createSignature(token)}`,
      () => createSignedValue(token).replaceAll("%2B", "%2b").replaceAll("%3D", "%3d"),
      () => `"${createSignedValue(token)}"`,
      () => ` ${createSignedValue(token)} `,
      () => encodeURIComponent(`${token}.${createSignature(otherToken)}`),
      () => encodeURIComponent(`${token}.${createSignature(token, "another secret, unknown to the server")}`),
      () => encodeURIComponent(token),
      () => encodeURIComponent(`${token}.`),
      () => "",
      () => "%E0%A4%A",
      () => createSignedValue(otherToken),
      () => createSignedValue("x".repeat(32)),
      () => createSignedValue(""),
      () => createSignedValue(`${token}.${token}`),
      () => createSignedValue(token).toLowerCase(),
    ),
    fc.nat(75).map((at) => () => encodeURIComponent(alterCharacter(`${token}.${createSignature(token)}`, at))),
  )
  .map((value) => () => `${SESSION_COOKIE}=${value()}`);

const otherCookie = fc.constantFrom<() => string>(
  () => "theme=dark",
  () => `x${SESSION_COOKIE}=x`,
  () => `${SESSION_COOKIE}.0=x`,
  () => "fieldlocker.known_browser=x.y.z",
  () => `fieldlocker.dont_remember=${createSignedValue("true")}`,
  () => "fieldlocker.dont_remember=true",
  () => "fieldlocker.session_data=e30",
  () => "fieldlocker.session_data.0=e30",
  () => `fieldlocker.session_data=${Buffer.from(JSON.stringify({ session: {}, expiresAt: 1 })).toString("base64url")}`,
  () => "=",
  () => "a",
  () => "%",
  () => "__proto__=x",
  () => SESSION_COOKIE,
  () => SESSION_COOKIE.toUpperCase(),
  () => `${SESSION_COOKIE} = ${createSignedValue(token)}`,
);

const cookieLine = fc
  .tuple(
    fc.array(otherCookie, { maxLength: 2 }),
    fc.array(tokenCookie, { maxLength: 2 }),
    fc.array(otherCookie, { maxLength: 2 }),
    fc.constantFrom("; ", "; ", "; ", ";", " ; ", ", "),
  )
  .map(
    ([before, tokens, after, between]) =>
      () =>
        [...before, ...tokens, ...after].map((cookie) => cookie()).join(between),
  );
const plainLine = tokenCookie.map((cookie) => () => `theme=dark; ${cookie()}`);

const headers = fc.array(
  fc.constantFrom(
    ["Accept", "application/jsonl"],
    ["Accept-Encoding", "br"],
    ["Authorization", "Bearer x"],
    ["Origin", "https://evil.example"],
    ["Sec-Fetch-Site", "cross-site"],
    ["If-None-Match", "*"],
    ["Content-Type", "text/plain"],
    ["Content-Length", "0"],
    ["X-Forwarded-For", "192.0.2.1, nonsense"],
    ["Range", "bytes=0-1"],
  ),
  { maxLength: 2 },
);

const PATHS = ["?", "?disableRefresh=true", "?disableCookieCache=true", "?disableRefresh=x", "?a=b", "/", "#x"];

const cases = fc.record({
  state: states,
  lines: fc.oneof(
    { weight: 16, arbitrary: fc.array(plainLine, { minLength: 1, maxLength: 1 }) },
    { weight: 4, arbitrary: fc.array(cookieLine, { maxLength: 2 }) },
  ),
  headers,
  path: fc.oneof({ weight: 9, arbitrary: fc.constant("") }, fc.constantFrom(...PATHS)),
  method: fc.constantFrom(...Array<string>(30).fill("GET"), "HEAD", "POST"),
});

/** Writes the state to the database, once for each of the two handlers, because a request may change it. */
async function writeState({ context: { db } }: World, state: State): Promise<void> {
  const now = Date.now();
  const { isAnonymous, emailVerified, image, name } = state;
  await db.updateTable("user").set({ isAnonymous, emailVerified, image, name }).where("id", "=", userId).execute();
  await db.deleteFrom("session").where("userId", "=", userId).execute();
  if (!state.isThere) return;
  const { ipAddress, userAgent, activeOrganizationId } = state;
  const [createdAt, expiresAt] = [new Date(now - state.ageMs), new Date(now + state.endsInMs)];
  const rest = { ipAddress, userAgent, activeOrganizationId, activeTeamId: null };
  const row = { id: "a-session", userId, token, createdAt, updatedAt: createdAt, expiresAt, ...rest };
  await db.insertInto("session").values(row).execute();
}

async function getResult(
  handle: (sent: RawRequest) => Promise<object>,
  state: State,
  sent: RawRequest,
): Promise<object> {
  await writeState(world, state);
  const response = await handle(sent);
  const rows = await world.context.db.selectFrom("session").selectAll().where("token", "=", token).execute();
  return { response, rows };
}

test(`both handlers return the same session and leave the same rows in ${CASES} cases`, async () => {
  const library = vi.spyOn(world.context.auth, "handler");
  let comparedCount = 0;
  for (const { state, lines, headers: extraHeaders, path, method } of fc.sample(cases, {
    seed: SEED,
    numRuns: CASES,
  })) {
    const cookies = lines.flatMap((line) => ["Cookie", line()]);
    const sent = { method, path: `/api/auth/get-session${path}`, headers: [...extraHeaders.flat(), ...cookies] };
    library.mockClear();
    const quick = await getResult(pair.quick, state, sent);
    // The fast handler passed the request on to the library, so there is nothing to compare.
    if (library.mock.calls.length > 0) continue;
    comparedCount += 1;
    const slow = await getResult(pair.slow, state, sent);
    expect(getDifference(sent, { state, ...quick }, { state, ...slow })).toBeNull();
  }
  expect(comparedCount).toBeGreaterThan(CASES / 4);
});
