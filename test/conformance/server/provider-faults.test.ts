// @alone
// Providers that are down, late, endless or lead elsewhere: one redirect with a code, and soon.
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { aPerson, type ProviderFixture } from "#test/fixtures/providers/provider.ts";
import { getClaims, signedBy } from "#test/harness/identity/made-up-providers.ts";
import {
  failed,
  failure,
  makeProviderWorld,
  type ProviderWorld,
  signInBy,
} from "#test/harness/identity/provider-flow.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";

/** A call may take five seconds; the rest is for a busy machine, in addition to what the same takes without a failure. */
const SOON_MS = 9000;

let world: ProviderWorld;
let usualMs: number;
beforeAll(async () => {
  world = await makeProviderWorld();
  const getElapsedMs = startStopwatch();
  await everybodyWhile(null);
  usualMs = getElapsedMs();
});
afterAll(() => world[Symbol.asyncDispose]());

type Failure = (response: ServerResponse) => void;
const FAILURES: Record<string, Failure> = {
  "never answers": () => {},
  "never ends": (response) => {
    const more = setInterval(() => response.write("x".repeat(64 * 1024)), 5);
    response.once("close", () => clearInterval(more));
  },
  drips: (response) => {
    const more = setInterval(() => response.write(" "), 200);
    response.once("close", () => clearInterval(more));
  },
  "leads elsewhere": (response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end(),
  "hangs up": (response) => response.destroy(),
  fails: (response) => response.writeHead(500).end("a stack trace"),
  "answers with a page": (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>"),
  "answers with nothing": (response) => response.writeHead(200, { "content-type": "application/json" }).end(),
  "answers null": (response) => response.writeHead(200, { "content-type": "application/json" }).end("null"),
  "answers with a list": (response) => response.writeHead(200, { "content-type": "application/json" }).end("[]"),
};

/** Providers with ways of their own to read what comes, each asked for one thing only: all are asked at once. */
const FOR_TOKENS = ["github", "facebook", "linear", "twitter", "wechat", "paybin", "roblox", "naver"];
const FOR_PERSON = ["discord", "kick", "spotify", "vk", "notion", "slack", "twitch", "gitlab", "paypal", "tiktok"];
const FOR_KEYS = ["google", "apple", "microsoft", "cognito"];

const tokenAddress = ({ token }: ProviderFixture) =>
  `${token.credentials === "query" ? "GET" : "POST"} ${token.endpoint}`;
const personAddress = ({ responses = {}, token }: ProviderFixture) =>
  Object.keys(responses)[0] ?? `POST ${token.endpoint}`;

/** Where the callback redirects while requests to the address fail like this. */
async function returnWhile(address: string, replacement: Failure | null, fixture: ProviderFixture) {
  if (replacement) world.internet.failures.set(address, replacement);
  const answer = await signInBy(world, world.visitor(), fixture, aPerson());
  world.internet.failures.delete(address);
  return [fixture.id, ...failure(answer)];
}

async function idTokenWhile(replacement: Failure | null, fixture: ProviderFixture) {
  if (replacement) world.internet.failures.set(`GET ${fixture.keys}`, replacement);
  const idToken = { token: await signedBy(fixture.id, getClaims(fixture, aPerson())) };
  const answer = await world.visitor().post("/api/auth/sign-in/social", { provider: fixture.id, idToken });
  world.internet.failures.delete(`GET ${fixture.keys}`);
  return [fixture.id, answer.status, (await answer.json()).message];
}

/** All of them at once: who is asked for tokens, for the person and for keys. */
const everybodyWhile = (replacement: Failure | null) =>
  Promise.all([
    Promise.all(FOR_TOKENS.map(getFixture).map((fixture) => returnWhile(tokenAddress(fixture), replacement, fixture))),
    Promise.all(FOR_PERSON.map(getFixture).map((fixture) => returnWhile(personAddress(fixture), replacement, fixture))),
    Promise.all(FOR_KEYS.map(getFixture).map((fixture) => idTokenWhile(replacement, fixture))),
  ]);

const leadsTo = (codes: string) => expect.stringMatching(`^/login\\?mode=sign-in&error=(${codes})$`);

test.for(Object.entries(FAILURES))(
  "R8.8 a provider that %s fails the sign-in within the time limit",
  async ([, replacement]) => {
    // Key sets of earlier sign-ins are used for ten minutes.
    world.turnClock(11 * 60_000);
    const getElapsedMs = startStopwatch();
    const [codes, persons, keys] = await everybodyWhile(replacement);
    expect(getElapsedMs()).toBeLessThan(SOON_MS + usualMs);
    const noTokens = leadsTo("invalid_code|unable_to_get_user_info");
    expect(codes).toEqual(FOR_TOKENS.map((id) => [id, 302, noTokens]));
    const noPerson = leadsTo("invalid_code|unable_to_get_user_info|email_not_found");
    expect(persons).toEqual(FOR_PERSON.map((id) => [id, 302, noPerson]));
    expect(keys).toEqual(FOR_KEYS.map((id) => [id, 401, "Invalid token"]));
  },
);

describe("R8.8 a provider that is down", () => {
  test("has refused the code, and signs in again once it is up", async () => {
    const signIn = async () => failure(await signInBy(world, world.visitor(), getFixture("zoom"), aPerson()));
    world.internet.unreachable.add("zoom.us");
    expect(await signIn()).toEqual(failed("invalid_code"));
    world.internet.unreachable.clear();
    expect(await signIn()).toEqual([302, "/welcome"]);
  });

  test("does not refresh the tokens, and the stored ones remain", async () => {
    const visitor = world.visitor();
    await signInBy(world, visitor, getFixture("dropbox"), aPerson());
    const tokens = async (call: string) => {
      const answer = await visitor.post(`/api/auth/${call}`, { providerId: "dropbox" });
      return { status: answer.status, ...(await answer.json()) };
    };
    const before = await tokens("get-access-token");
    const address = `POST ${getFixture("dropbox").token.endpoint}`;
    world.internet.failures.set(address, (response) => response.destroy());
    expect(await tokens("refresh-token")).toMatchObject({ status: 400, message: "Failed to refresh access token" });
    world.internet.failures.clear();
    expect(await tokens("get-access-token")).toEqual(before);
    expect(await tokens("refresh-token")).toMatchObject({ status: 200 });
  });
});

describe("R8.8 twenty at once who ask for one account's tokens", () => {
  const sentTo = (endpoint: string) =>
    world.internet.calls.filter(({ url, body }) => url.href === endpoint && body.includes("grant_type=refresh_token"));

  test("are answered by one refresh at the provider", async () => {
    const { token } = getFixture("discord");
    const visitor = world.visitor();
    await signInBy(world, visitor, getFixture("discord"), aPerson());
    const before = sentTo(token.endpoint).length;
    world.internet.latencyMs = 500;
    const ask = () => visitor.post("/api/auth/refresh-token", { providerId: "discord" });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const reported = await Promise.all(
      answers.map(async (answer) => [answer.status, (await answer.json()).accessToken]),
    );
    expect(new Set(reported.map(String)).size).toBe(1);
    expect(reported[0]?.[0]).toBe(200);
    expect(sentTo(token.endpoint)).toHaveLength(before + 1);
    world.internet.latencyMs = 0;
  });

  test("are answered by one refresh where the access token has run out", async () => {
    const person = aPerson();
    const { token } = getFixture("spotify");
    const visitor = world.visitor();
    await signInBy(world, visitor, getFixture("spotify"), person);
    const { internalAdapter } = await world.context.auth.$context;
    const account = await internalAdapter.findAccountByKey({ providerId: "spotify", accountId: person.id });
    await internalAdapter.updateAccount(account?.id ?? "", { accessTokenExpiresAt: new Date() });
    const ask = () => visitor.post("/api/auth/get-access-token", { providerId: "spotify" });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const reported = await Promise.all(
      answers.map(async (answer) => [answer.status, (await answer.json()).accessToken]),
    );
    expect(new Set(reported.map(String)).size).toBe(1);
    expect(reported[0]?.[0]).toBe(200);
    expect(sentTo(token.endpoint)).toHaveLength(1);
  });
});
