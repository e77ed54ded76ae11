// @alone
// Providers that are down, slow, never end their response or redirect: the sign-in fails with an error code in time.
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { createPerson, type ProviderFixture } from "#test/fixtures/providers/provider.ts";
import {
  createFailure,
  getStatusAndPath,
  makeProviderWorld,
  type ProviderWorld,
  signInWithProvider,
} from "#test/harness/identity/provider-flow.ts";
import { getClaims, signIdToken } from "#test/harness/identity/simulated-providers.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";

/** The time limit of a call is 5 s. The rest allows for a busy machine; the time without failures is added. */
const TIME_LIMIT_MS = 9000;

let world: ProviderWorld;
let timeWithoutFailureMs: number;
beforeAll(async () => {
  world = await makeProviderWorld();
  const getElapsedMs = startStopwatch();
  await requestAllWith(null);
  timeWithoutFailureMs = getElapsedMs();
});
afterAll(() => world[Symbol.asyncDispose]());

type Failure = (response: ServerResponse) => void;
const FAILURES: Record<string, Failure> = {
  "never responds": () => {},
  "never ends its response": (response) => {
    const more = setInterval(() => response.write("x".repeat(64 * 1024)), 5);
    response.once("close", () => clearInterval(more));
  },
  "responds very slowly": (response) => {
    const more = setInterval(() => response.write(" "), 200);
    response.once("close", () => clearInterval(more));
  },
  "redirects to another host": (response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end(),
  "closes the connection": (response) => response.destroy(),
  "responds with status 500": (response) => response.writeHead(500).end("a stack trace"),
  "responds with HTML": (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>"),
  "responds without a body": (response) => response.writeHead(200, { "content-type": "application/json" }).end(),
  "responds with null": (response) => response.writeHead(200, { "content-type": "application/json" }).end("null"),
  "responds with a list": (response) => response.writeHead(200, { "content-type": "application/json" }).end("[]"),
};

/** Providers whose responses are parsed differently. Each is used for one kind of request, and all are requested in parallel. */
const TOKEN_PROVIDERS = ["github", "facebook", "linear", "twitter", "wechat", "paybin", "roblox", "naver"];
const PROFILE_PROVIDERS = [
  "discord",
  "kick",
  "spotify",
  "vk",
  "notion",
  "slack",
  "twitch",
  "gitlab",
  "paypal",
  "tiktok",
];
const KEY_PROVIDERS = ["google", "apple", "microsoft", "cognito"];

const getTokenAddress = ({ token }: ProviderFixture) =>
  `${token.credentials === "query" ? "GET" : "POST"} ${token.endpoint}`;
const getProfileAddress = ({ responses = {}, token }: ProviderFixture) =>
  Object.keys(responses)[0] ?? `POST ${token.endpoint}`;

/** Signs in while requests to the address fail this way; returns the status and the redirect target of the callback. */
async function signInWhileFailing(address: string, replacement: Failure | null, fixture: ProviderFixture) {
  if (replacement) world.internet.failures.set(address, replacement);
  const response = await signInWithProvider(world, world.visitor(), fixture, createPerson());
  world.internet.failures.delete(address);
  return [fixture.id, ...getStatusAndPath(response)];
}

async function sendIdTokenWhileFailing(replacement: Failure | null, fixture: ProviderFixture) {
  if (replacement) world.internet.failures.set(`GET ${fixture.keys}`, replacement);
  const idToken = { token: await signIdToken(fixture.id, getClaims(fixture, createPerson())) };
  const response = await world.visitor().post("/api/auth/sign-in/social", { provider: fixture.id, idToken });
  world.internet.failures.delete(`GET ${fixture.keys}`);
  return [fixture.id, response.status, (await response.json()).message];
}

/** Requests tokens, profiles and keys from all these providers in parallel. */
const requestAllWith = (replacement: Failure | null) =>
  Promise.all([
    Promise.all(
      TOKEN_PROVIDERS.map(getFixture).map((fixture) =>
        signInWhileFailing(getTokenAddress(fixture), replacement, fixture),
      ),
    ),
    Promise.all(
      PROFILE_PROVIDERS.map(getFixture).map((fixture) =>
        signInWhileFailing(getProfileAddress(fixture), replacement, fixture),
      ),
    ),
    Promise.all(KEY_PROVIDERS.map(getFixture).map((fixture) => sendIdTokenWhileFailing(replacement, fixture))),
  ]);

const expectRedirect = (codes: string) => expect.stringMatching(`^/login\\?mode=sign-in&error=(${codes})$`);

test.for(Object.entries(FAILURES))(
  "R8.8 a sign-in fails within the time limit if the provider %s",
  async ([, replacement]) => {
    // Key sets are cached for ten minutes, so the clock moves beyond that.
    world.turnClock(11 * 60_000);
    const getElapsedMs = startStopwatch();
    const [codes, persons, keys] = await requestAllWith(replacement);
    expect(getElapsedMs()).toBeLessThan(TIME_LIMIT_MS + timeWithoutFailureMs);
    const noTokens = expectRedirect("invalid_code|unable_to_get_user_info");
    expect(codes).toEqual(TOKEN_PROVIDERS.map((id) => [id, 302, noTokens]));
    const noPerson = expectRedirect("invalid_code|unable_to_get_user_info|email_not_found");
    expect(persons).toEqual(PROFILE_PROVIDERS.map((id) => [id, 302, noPerson]));
    expect(keys).toEqual(KEY_PROVIDERS.map((id) => [id, 401, "Invalid token"]));
  },
);

describe("R8.8 a provider that is down", () => {
  test("causes invalid_code, and signs in again once it is up", async () => {
    const signIn = async () =>
      getStatusAndPath(await signInWithProvider(world, world.visitor(), getFixture("zoom"), createPerson()));
    world.internet.unreachable.add("zoom.us");
    expect(await signIn()).toEqual(createFailure("invalid_code"));
    world.internet.unreachable.clear();
    expect(await signIn()).toEqual([302, "/welcome"]);
  });

  test("does not refresh the tokens, and the stored tokens remain", async () => {
    const visitor = world.visitor();
    await signInWithProvider(world, visitor, getFixture("dropbox"), createPerson());
    const fetchTokens = async (call: string) => {
      const response = await visitor.post(`/api/auth/${call}`, { providerId: "dropbox" });
      return { status: response.status, ...(await response.json()) };
    };
    const before = await fetchTokens("get-access-token");
    const address = `POST ${getFixture("dropbox").token.endpoint}`;
    world.internet.failures.set(address, (response) => response.destroy());
    expect(await fetchTokens("refresh-token")).toMatchObject({
      status: 400,
      message: "Failed to refresh access token",
    });
    world.internet.failures.clear();
    expect(await fetchTokens("get-access-token")).toEqual(before);
    expect(await fetchTokens("refresh-token")).toMatchObject({ status: 200 });
  });
});

describe("R8.8 twenty parallel requests for the tokens of one account", () => {
  const listRefreshCalls = (endpoint: string) =>
    world.internet.calls.filter(({ url, body }) => url.href === endpoint && body.includes("grant_type=refresh_token"));

  test("cause one refresh at the provider", async () => {
    const { token } = getFixture("discord");
    const visitor = world.visitor();
    await signInWithProvider(world, visitor, getFixture("discord"), createPerson());
    const before = listRefreshCalls(token.endpoint).length;
    world.internet.latencyMs = 500;
    const ask = () => visitor.post("/api/auth/refresh-token", { providerId: "discord" });
    const responses = await Promise.all(Array.from({ length: 20 }, ask));
    const reported = await Promise.all(
      responses.map(async (response) => [response.status, (await response.json()).accessToken]),
    );
    expect(new Set(reported.map(String)).size).toBe(1);
    expect(reported[0]?.[0]).toBe(200);
    expect(listRefreshCalls(token.endpoint)).toHaveLength(before + 1);
    world.internet.latencyMs = 0;
  });

  test("cause one refresh if the access token has expired", async () => {
    const person = createPerson();
    const { token } = getFixture("spotify");
    const visitor = world.visitor();
    await signInWithProvider(world, visitor, getFixture("spotify"), person);
    const { internalAdapter } = await world.context.auth.$context;
    const account = await internalAdapter.findAccountByKey({ providerId: "spotify", accountId: person.id });
    await internalAdapter.updateAccount(account?.id ?? "", { accessTokenExpiresAt: new Date() });
    const ask = () => visitor.post("/api/auth/get-access-token", { providerId: "spotify" });
    const responses = await Promise.all(Array.from({ length: 20 }, ask));
    const reported = await Promise.all(
      responses.map(async (response) => [response.status, (await response.json()).accessToken]),
    );
    expect(new Set(reported.map(String)).size).toBe(1);
    expect(reported[0]?.[0]).toBe(200);
    expect(listRefreshCalls(token.endpoint)).toHaveLength(1);
  });
});
