// @alone
// The specification's §7 and §9 about providers: what is sent, returned and stored during a sign-in, for each provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDERS } from "#server/config/providers.ts";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson, type Person, type ProviderFixture } from "#test/fixtures/providers/provider.ts";
import {
  getAccountOwner,
  getLandingPath,
  getLastCall,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  signInWithProvider,
  signUpWithProvider,
  startSignIn,
  visitCallback,
} from "#test/harness/identity/provider-flow.ts";
import { getClaims, getClient, signIdToken } from "#test/harness/identity/simulated-providers.ts";

const HOUR_MS = 60 * 60 * 1000;

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const getEmail = ({ email }: ProviderFixture, person: Person) => (email ? email(person) : person.email);

test("there is a fixture for every provider", () => {
  const ids = PROVIDER_FIXTURES.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(PROVIDERS.map(({ id }) => id).toSorted());
  expect(ids).toHaveLength(36);
});

test("provider.list returns the enabled providers in the order of the sign-in page", async () => {
  const providers = await world.visitor().trpc.provider.list.query();
  expect(providers).toEqual(PROVIDERS.map(({ id, name }) => ({ id, name })));
});

test("a sign-in redirects to the configured GitLab server", async () => {
  await using otherWorld = await makeProviderWorld({ GITLAB_ISSUER: "https://git.example/" });
  const response = await otherWorld.visitor().post("/api/auth/sign-in/social", { provider: "gitlab" });
  expect(response.headers.get("location")).toMatch(/^https:\/\/git\.example\/oauth\/authorize\?/);
});

test("twenty parallel callbacks with one code and state sign in once", async () => {
  const visitor = world.visitor();
  const fields = world.providers.consent(await startSignIn(visitor, "google"), createPerson());
  const responses = await Promise.all(Array.from({ length: 20 }, () => visitCallback(visitor, "google", fields)));
  const signedIn = responses.filter((response) =>
    response.headers.getSetCookie().some((line) => line.includes("session_token=")),
  );
  expect(signedIn.map(getLandingPath)).toEqual([PAGES.newUserCallbackURL]);
  expect(responses.every(({ status }) => status === 302)).toBe(true);
});

describe.for(PROVIDER_FIXTURES)("§7 $id", (fixture) => {
  const { id, authorization, token } = fixture;
  const getCallbackAddress = () => `${world.origin}/api/auth/callback/${id}`;

  test("gets an authorization request with its scopes, state, challenge and redirect URI", async () => {
    const url = new URL(await startSignIn(world.visitor(), id));
    expect(url.origin + url.pathname).toBe(authorization.endpoint);
    const { client = "client_id", scope, pkce, extra } = authorization;
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      [client]: getClient(id).id,
      redirect_uri: getCallbackAddress(),
      state: expect.stringMatching(/^[\w-]{32}$/),
      ...(scope !== null && { scope: id === "tiktok" ? scope.replaceAll(" ", ",") : scope }),
      ...(pkce && { code_challenge_method: "S256", code_challenge: expect.stringMatching(/^[\w-]{43}$/) }),
      ...extra,
    });
  });

  test("is the redirect target, unless disableRedirect is set", async () => {
    const redirected = await world.visitor().post("/api/auth/sign-in/social", { provider: id });
    const { url, redirect } = await redirected.json();
    expect([redirect, redirected.headers.get("location")]).toEqual([true, url]);
    const reported = await world.visitor().post("/api/auth/sign-in/social", { provider: id, disableRedirect: true });
    expect([(await reported.json()).redirect, reported.headers.get("location")]).toEqual([false, null]);
  });

  test("gets the code in its own format", async () => {
    const visitor = world.visitor();
    const consent = world.providers.consent(await startSignIn(visitor, id), createPerson());
    if (id === "vk") consent.set("device_id", "device");
    await visitCallback(visitor, id, consent);
    const { fields, headers, method } = getLastCall(world, token.endpoint);
    const client = getClient(id);
    const { client: clientField = "client_id" } = authorization;
    expect(method).toBe(token.credentials === "query" ? "GET" : "POST");
    expect(fields).toEqual({
      grant_type: "authorization_code",
      code: consent.get("code"),
      ...(!token.withoutRedirect && { redirect_uri: getCallbackAddress() }),
      // TikTok gets a code verifier although it got no challenge.
      ...((authorization.pkce || id === "tiktok") && { code_verifier: expect.stringMatching(/^[\w-]{128}$/) }),
      ...(token.credentials === "body" && {
        [clientField]: client.id,
        client_secret: id === "apple" ? expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) : client.secret,
      }),
      ...(token.credentials === "query" && { [clientField]: client.id, secret: client.secret }),
      ...(id === "vk" && { device_id: "device" }),
    });
    const basic = token.credentials === "basic" ? `Basic ${btoa(`${client.id}:${client.secret}`)}` : undefined;
    expect(headers.authorization).toBe(basic);
  });

  test("signs a new user up and in, and redirects to the page for new users", async () => {
    const { visitor, person } = await signUpWithProvider(world, fixture);
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    expect(user).toMatchObject({ name: person.name, email: getEmail(fixture, person) });
  });

  test("recognizes a returning user: creates no second user and redirects to the usual page", async () => {
    const { person } = await signUpWithProvider(world, fixture);
    const { user } = await getAccountOwner(world, id, fixture.subject(person));
    const visitor = world.visitor();
    expect(getLandingPath(await signInWithProvider(world, visitor, fixture, person))).toBe(PAGES.callbackURL);
    const session = await (await visitor.fetch("/api/auth/get-session")).json();
    expect(session.user.id).toBe(user.id);
    expect((await getAccountOwner(world, id, fixture.subject(person))).user.id).toBe(user.id);
  });

  test("reports name, address, picture, and whether the address is verified", async () => {
    const { person } = await signUpWithProvider(world, fixture);
    const { user } = await getAccountOwner(world, id, fixture.subject(person));
    expect(user).toMatchObject({
      name: person.name,
      email: getEmail(fixture, person),
      image: fixture.image ? fixture.image(person) : person.picture,
      emailVerified: fixture.verifiesEmail,
    });
  });

  test("is stored as an account under the provider's user id, with scopes and expiries", async () => {
    const { person } = await signUpWithProvider(world, fixture);
    const { account } = await getAccountOwner(world, id, fixture.subject(person));
    const { scope = authorization.scope ?? "" } = token;
    expect(account).toMatchObject({
      providerId: id,
      accountId: fixture.subject(person),
      scope: scope.replaceAll(" ", ","),
      password: null,
    });
    const remainingMs = (account.accessTokenExpiresAt?.getTime() ?? 0) - Date.now();
    expect(remainingMs / HOUR_MS).toBeCloseTo(1, 1);
    const extraFields = token.extraFields?.(person);
    const refreshS =
      extraFields && "refresh_token_expires_in" in extraFields ? Number(extraFields.refresh_token_expires_in) : null;
    const remainingRefreshS =
      account.refreshTokenExpiresAt && (account.refreshTokenExpiresAt.getTime() - Date.now()) / 1000;
    if (refreshS === null) expect(remainingRefreshS).toBeNull();
    else expect(remainingRefreshS).toBeCloseTo(refreshS, -2);
  });

  test("has its tokens stored encrypted", async () => {
    const { person } = await signUpWithProvider(world, fixture);
    const stored = await world.context.db
      .selectFrom("account")
      .select(["accessToken", "refreshToken", "idToken"])
      .where("providerId", "=", id)
      .where("accountId", "=", fixture.subject(person))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${id}-(access|refresh)|eyJ`));
    const { account } = await getAccountOwner(world, id, fixture.subject(person));
    expect(account.idToken?.startsWith("eyJ") ?? false).toBe(fixture.claims !== undefined);
    expect(stored.accessToken).toMatch(/^(\$ba\$\d+\$)?[\da-f]{64,}$/);
    expect(stored.refreshToken).toEqual(
      token.refresh === null ? null : expect.stringMatching(/^(\$ba\$\d+\$)?[\da-f]{64,}$/),
    );
  });

  test("is listed with six fields and no token", async () => {
    const { visitor, person } = await signUpWithProvider(world, fixture);
    const { scope = authorization.scope ?? "" } = token;
    expect(await (await visitor.fetch("/api/auth/list-accounts")).json()).toEqual([
      {
        id: expect.any(String),
        providerId: id,
        accountId: fixture.subject(person),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        scopes: scope.split(/[ ,]/).filter(Boolean),
      },
    ]);
  });

  test("accepts an ID token, or reports that it does not support it", async () => {
    const person = createPerson();
    const visitor = world.visitor();
    const basicClaims = { sub: person.id, email: person.email, name: person.name, picture: person.picture };
    const idToken = { token: await signIdToken(id, { ...basicClaims, ...getClaims(fixture, person) }) };
    const response = await visitor.post("/api/auth/sign-in/social", { provider: id, idToken });
    if (fixture.issuer === undefined) {
      expect([response.status, (await response.json()).message]).toEqual([404, "id_token not supported"]);
      return;
    }
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        redirect: false,
        token: expect.any(String),
        user: { email: person.email, emailVerified: fixture.verifiesEmail },
      },
    ]);
    const { user, account } = await getAccountOwner(world, id, fixture.subject(person));
    expect([user.name, account.idToken]).toEqual([person.name, idToken.token]);
    expect((await (await visitor.fetch("/api/auth/get-session")).json()).user.id).toBe(user.id);
  });
});
