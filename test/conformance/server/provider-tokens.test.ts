// Sign-in with an ID token: a token is rejected unless it is genuine, fresh, and issued by the provider for this site and
// this caller.
import { randomUUID } from "node:crypto";
import { base64url, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFixture, PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { makeProviderWorld, type ProviderWorld } from "#test/harness/identity/provider-flow.ts";
import { getClaims, getClient, getKey, signIdToken } from "#test/harness/identity/simulated-providers.ts";

const HOUR_S = 3600;
const NONCE = "the nonce of this sign-in";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const now = (): number => Math.floor(Date.now() / 1000);
const omitClaim = ({ ...claims }: JWTPayload, name: string): JWTPayload => ({ ...claims, [name]: undefined });
const encodePart = (value: object): string => base64url.encode(JSON.stringify(value));

type Forgery = (id: string, claims: JWTPayload) => Promise<string>;

const otherKeyPair = generateKeyPair("RS256");
const signWithOtherKey = async (claims: JWTPayload, header: { alg: string; kid?: string }) =>
  new SignJWT(claims).setProtectedHeader(header).sign((await otherKeyPair).privateKey);

/** Creates tokens that differ from a valid token in one aspect. */
const FORGERIES: Record<string, Forgery> = {
  "signed with a foreign key under the provider's key id": async (id, claims) =>
    signWithOtherKey(claims, { alg: "RS256", kid: (await getKey(id)).kid }),
  "signed with a foreign key under another key id": (_, claims) =>
    signWithOtherKey(claims, { alg: "RS256", kid: "other" }),
  "signed with a foreign key without a key id": (_, claims) => signWithOtherKey(claims, { alg: "RS256" }),
  "changed after it was signed": async (id, claims) => {
    const [head, , signature] = (await signIdToken(id, claims)).split(".");
    return [head, encodePart({ ...claims, sub: "another user" }), signature].join(".");
  },
  "without a signature": async (id, claims) => {
    const [head, body] = (await signIdToken(id, claims)).split(".");
    return `${head}.${body}.`;
  },
  "with the algorithm none": async (_, claims) => `${encodePart({ alg: "none" })}.${encodePart(claims)}.`,
  "signed with the public key as the secret": async (id, claims) => {
    const { publicKey, kid } = await getKey(id);
    const secret = new TextEncoder().encode(await exportSPKI(publicKey));
    return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
  },
  "of another issuer": (id, claims) => signIdToken(id, { ...claims, iss: "https://issuer.example" }),
  "for another client": (id, claims) => signIdToken(id, { ...claims, aud: "another-client" }),
  "without an audience": (id, claims) => signIdToken(id, omitClaim(claims, "aud")),
  "that has expired": (id, claims) => signIdToken(id, { ...claims, exp: now() - 120 }),
  "that never expires": (id, claims) => signIdToken(id, omitClaim(claims, "exp")),
  "issued two hours ago": (id, claims) => signIdToken(id, { ...claims, iat: now() - 2 * HOUR_S }),
  "issued an hour in the future": (id, claims) => signIdToken(id, { ...claims, iat: now() + HOUR_S }),
  "without an issue time": (id, claims) => signIdToken(id, omitClaim(claims, "iat")),
  "for another sign-in": (id, claims) => signIdToken(id, { ...claims, nonce: "another nonce" }),
  "without a nonce": (id, claims) => signIdToken(id, omitClaim(claims, "nonce")),
};

const FIXTURES = PROVIDER_FIXTURES.filter(({ issuer }) => issuer !== undefined);

test("six providers accept ID tokens", () => {
  const supporting = ["google", "apple", "microsoft", "facebook", "cognito", "line"];
  expect(FIXTURES.map(({ id }) => id).toSorted()).toEqual(supporting.toSorted());
});

describe.for(FIXTURES)("R8.5 an ID token of $id", (fixture) => {
  const { id } = fixture;
  const createValidClaims = (): JWTPayload => {
    const { id: sub, name, email } = createPerson();
    return { sub, name, email, ...getClaims(fixture, { ...createPerson(), id: sub, email }), nonce: NONCE };
  };
  const send = async (
    token: string,
    nonce: string | undefined = NONCE,
    call = "sign-in/social",
    visitor = world.visitor(),
  ) => {
    const response = await visitor.post(`/api/auth/${call}`, { provider: id, idToken: { token, nonce } });
    return [response.status, (await response.json()).message, response.headers.getSetCookie().length > 0];
  };
  const REFUSED = [401, "Invalid token", false];

  test("signs in with its nonce", async () => {
    expect(await send(await signIdToken(id, createValidClaims()))).toEqual([200, undefined, true]);
  });

  test.for([{}, { nonce: "" }, { nonce: "another" }])(
    "is refused if it has a nonce and the caller sends %o",
    async (nonceInput) => {
      const idToken = { token: await signIdToken(id, createValidClaims()), ...nonceInput };
      const response = await world.visitor().post("/api/auth/sign-in/social", { provider: id, idToken });
      expect([response.status, (await response.json()).message]).toEqual([401, "Invalid token"]);
    },
  );

  test.for(Object.entries(FORGERIES))("a token %s is refused", async ([, forge]) => {
    expect(await send(await forge(id, createValidClaims()))).toEqual(REFUSED);
  });

  test("is refused if another provider issued it", async () => {
    const other = id === "google" ? "apple" : "google";
    const token = await signIdToken(other, { ...createValidClaims(), aud: getClient(other).id });
    expect(await send(token)).toEqual(REFUSED);
  });

  test("is refused if it is malformed", async () => {
    for (const token of ["", "x", "a.b.c", `${encodePart({})}.${encodePart({})}.x`, randomUUID()]) {
      const [status, , hasCookie] = await send(token);
      expect([status, hasCookie]).toEqual([401, false]);
    }
  });

  test("is not linked if it is forged", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const forged = await signWithOtherKey(createValidClaims(), { alg: "RS256", kid: (await getKey(id)).kid });
    expect(await send(forged, NONCE, "link-social", visitor)).toEqual(REFUSED);
  });
});

test("R8.5 a token of Microsoft for another tenant than its issuer's is refused", async () => {
  const token = await signIdToken("microsoft", {
    ...getClaims(getFixture("microsoft"), createPerson()),
    tid: randomUUID(),
  });
  const response = await world
    .visitor()
    .post("/api/auth/sign-in/social", { provider: "microsoft", idToken: { token } });
  expect([response.status, (await response.json()).message]).toEqual([401, "Invalid token"]);
});

describe("§8 a link by ID token", () => {
  const createToken = (email: string, verified: boolean) =>
    signIdToken("google", getClaims(getFixture("google"), createPerson({ email, verified })));

  test.for([true, false])(
    "is created for the same address, whether the provider has verified it or not: %s",
    async (verified) => {
      const { visitor, account } = await signUpAndSignIn(world);
      const idToken = { token: await createToken(account.email, verified) };
      const response = await visitor.post("/api/auth/link-social", { provider: "google", idToken });
      expect([response.status, await response.json()]).toEqual([200, { url: "", status: true, redirect: false }]);
    },
  );

  test.for([true, false])(
    "returns Account not linked - different emails not allowed, whether the provider has verified the address or not: %s",
    async (verified) => {
      const { visitor, account } = await signUpAndSignIn(world);
      const idToken = { token: await createToken(`other-${account.email}`, verified) };
      const response = await visitor.post("/api/auth/link-social", { provider: "google", idToken });
      const message = "Account not linked - different emails not allowed";
      expect([response.status, (await response.json()).message]).toEqual([401, message]);
    },
  );
});
