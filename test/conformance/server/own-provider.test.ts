// The self-hosted OpenID Connect provider of an installation, tested with a real provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, type Person } from "#test/fixtures/providers/provider.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { OIDC_CLIENT, type OidcProvider, startOidc } from "#test/harness/identity/oidc.ts";
import {
  createFailure,
  getAccountOwner,
  getLandingPath,
  getStatusAndPath,
  makeProviderWorld,
  PAGES,
  type ProviderWorld,
  startSignIn,
  visitCallback,
} from "#test/harness/identity/provider-flow.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import type { Visitor } from "#test/harness/visitor.ts";

let world: ProviderWorld;
let oidc: OidcProvider;

const createSettings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: OIDC_CLIENT.id,
  OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
  OIDC_NAME: "Our community",
});

beforeAll(async () => {
  const port = await findFreePort();
  oidc = await startOidc(await findFreePort(), `http://localhost:${port}/api/auth/callback/oidc`);
  world = await makeProviderWorld({ PORT: String(port), ...createSettings(oidc.issuer) });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await oidc[Symbol.asyncDispose]();
});

async function signIn(visitor: Visitor, person: Person): Promise<Response> {
  return visitCallback(visitor, "oidc", await oidc.agree(await startSignIn(visitor, "oidc"), person));
}

const getUser = async (visitor: Visitor) => (await (await visitor.fetch("/api/auth/get-session")).json())?.user;

/** Returns the authorization address with one parameter changed. */
const changeParameter = (url: string, name: string, value: string): URL => {
  const address = new URL(url);
  address.searchParams.set(name, value);
  return address;
};

describe("the self-hosted provider", () => {
  test("is listed last, with its configured name", async () => {
    const providers = await world.visitor().trpc.provider.list.query();
    expect(providers.at(-1)).toEqual({ id: "oidc", name: "Our community" });
  });

  test("receives the authorization request at its advertised endpoint, with challenge, state and nonce", async () => {
    const response = await world.visitor().post("/api/auth/sign-in/social", { provider: "oidc" });
    const url = new URL((await response.json()).url);
    expect(response.headers.get("location")).toBe(url.href);
    expect(url.origin + url.pathname).toBe(`${oidc.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: OIDC_CLIENT.id,
      scope: "openid profile email",
      redirect_uri: `${world.origin}/api/auth/callback/oidc`,
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("signs a new user up and recognizes them at the next sign-in", async () => {
    const person = createPerson();
    const visitor = world.visitor();
    expect(getLandingPath(await signIn(visitor, person))).toBe(PAGES.newUserCallbackURL);
    const { user, account } = await getAccountOwner(world, "oidc", person.id);
    const { name, email, picture: image } = person;
    expect(user).toMatchObject({ name, email, image, emailVerified: true });
    expect(account).toMatchObject({ providerId: "oidc", accountId: person.id, scope: "openid,email,profile" });
    const again = world.visitor();
    expect(getLandingPath(await signIn(again, person))).toBe(PAGES.callbackURL);
    expect((await getUser(again)).id).toBe(user.id);
  });

  test("does not verify an address that the provider has not verified", async () => {
    const person = createPerson({ verified: false });
    await signIn(world.visitor(), person);
    expect((await getAccountOwner(world, "oidc", person.id)).user.emailVerified).toBe(false);
  });

  test("has its tokens stored encrypted", async () => {
    const person = createPerson();
    await signIn(world.visitor(), person);
    const rows = world.context.db.selectFrom("account").select(["accessToken", "refreshToken", "idToken"]);
    const stored = await rows.where("accountId", "=", person.id).executeTakeFirstOrThrow();
    expect(Object.values(stored)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^(\$ba\$\d+\$)?[\da-f]{64,}$/)),
    );
  });

  test("returns tokens, refreshes them on request, and returns the profile with them", async () => {
    const person = createPerson();
    const visitor = world.visitor();
    await signIn(visitor, person);
    const ask = async (call: string) => (await visitor.post(`/api/auth/${call}`, { providerId: "oidc" })).json();
    const before = await ask("get-access-token");
    const reported = await ask("refresh-token");
    expect(reported.accessToken).not.toBe(before.accessToken);
    expect(await ask("get-access-token")).toMatchObject({ accessToken: reported.accessToken });
    const again = await ask("refresh-token");
    expect(again.refreshToken).not.toBe(reported.refreshToken);
    const response = await visitor.post("/api/auth/account-info", { accountId: person.id });
    expect(await response.json()).toMatchObject({ user: { name: person.name, email: person.email } });
  });

  test("is linked to the signed-in user, and unlinked", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const person = createPerson({ email: account.email });
    const fields = await oidc.agree(await startSignIn(visitor, "oidc", "link-social"), person);
    expect(getLandingPath(await visitCallback(visitor, "oidc", fields))).toBe(PAGES.callbackURL);
    expect((await getAccountOwner(world, "oidc", person.id)).user.email).toBe(account.email);
    expect((await visitor.post("/api/auth/unlink-account", { providerId: "oidc" })).status).toBe(200);
    await expect(getAccountOwner(world, "oidc", person.id)).rejects.toThrow();
  });

  test("does not sign in to an account whose address was never verified", async () => {
    const { internalAdapter } = await world.context.auth.$context;
    const person = createPerson();
    const local = { name: "Local", email: person.email ?? "", emailVerified: false };
    await internalAdapter.createUser(local, { method: "email-password" });
    expect(getStatusAndPath(await signIn(world.visitor(), person))).toEqual(createFailure("account_not_linked"));
  });

  test("rejects an ID token without its nonce, and an ID token without an address", async () => {
    const person = createPerson();
    const visitor = world.visitor();
    const url = await startSignIn(visitor, "oidc");
    await visitCallback(visitor, "oidc", await oidc.agree(url, person));
    const { account } = await getAccountOwner(world, "oidc", person.id);
    const send = async (nonce?: string | null) => {
      const idToken = { token: account.idToken, ...(nonce && { nonce }) };
      const response = await world.visitor().post("/api/auth/sign-in/social", { provider: "oidc", idToken });
      return [response.status, (await response.json()).message];
    };
    expect(await send()).toEqual([401, "Invalid token"]);
    expect(await send("another")).toEqual([401, "Invalid token"]);
    expect(await send(new URL(url).searchParams.get("nonce"))).toEqual([401, "Failed to get user info"]);
  });
});

describe("a callback from the self-hosted provider", () => {
  test("redirects with the provider's error if the user refuses", async () => {
    const visitor = world.visitor();
    const response = await visitCallback(visitor, "oidc", await oidc.refuse(await startSignIn(visitor, "oidc")));
    expect(getLandingPath(response)).toMatch(/^\/login\?mode=sign-in&error=access_denied(&|$)/);
  });

  test("is refused with another issuer", async () => {
    const visitor = world.visitor();
    const fields = await oidc.agree(await startSignIn(visitor, "oidc"), createPerson());
    expect(fields.get("iss")).toBe(oidc.issuer);
    fields.set("iss", "https://issuer.example");
    expect(getStatusAndPath(await visitCallback(visitor, "oidc", fields))).toEqual(createFailure("issuer_mismatch"));
  });

  test("is refused with an ID token for another nonce", async () => {
    const visitor = world.visitor();
    const fields = await oidc.agree(
      changeParameter(await startSignIn(visitor, "oidc"), "nonce", "another"),
      createPerson(),
    );
    expect(getStatusAndPath(await visitCallback(visitor, "oidc", fields))).toEqual(
      createFailure("unable_to_get_user_info"),
    );
  });

  test("is refused with the code of another challenge", async () => {
    const visitor = world.visitor();
    const url = changeParameter(await startSignIn(visitor, "oidc"), "code_challenge", "x".repeat(43));
    expect(getStatusAndPath(await visitCallback(visitor, "oidc", await oidc.agree(url, createPerson())))).toEqual(
      createFailure("invalid_code"),
    );
  });

  test("is refused with another user's code", async () => {
    const attacker = await oidc.agree(await startSignIn(world.visitor(), "oidc"), createPerson());
    const visitor = world.visitor();
    const fields = await oidc.agree(await startSignIn(visitor, "oidc"), createPerson());
    fields.set("code", attacker.get("code") ?? "");
    expect(getStatusAndPath(await visitCallback(visitor, "oidc", fields))).toEqual(createFailure("invalid_code"));
    expect(await getUser(visitor)).toBeUndefined();
  });

  test("is refused with an unknown state or another browser's state", async () => {
    const visitor = world.visitor();
    const fields = await oidc.agree(await startSignIn(visitor, "oidc"), createPerson());
    expect(getStatusAndPath(await visitCallback(world.visitor(), "oidc", fields))).toEqual(
      createFailure("please_restart_the_process"),
    );
    fields.set("state", "x".repeat(32));
    expect(getLandingPath(await visitCallback(visitor, "oidc", fields))).toBe(
      "/api/auth/error?error=please_restart_the_process",
    );
  });

  test("is refused the second time", async () => {
    const visitor = world.visitor();
    const fields = await oidc.agree(await startSignIn(visitor, "oidc"), createPerson());
    await visitCallback(visitor, "oidc", fields);
    expect(getLandingPath(await visitCallback(visitor, "oidc", fields))).toBe(
      "/api/auth/error?error=please_restart_the_process",
    );
  });

  test("is refused at another provider's address", async () => {
    const visitor = world.visitor();
    const fields = await oidc.agree(await startSignIn(visitor, "oidc"), createPerson());
    expect(getLandingPath(await visitCallback(visitor, "google", fields))).toBe(
      "/api/auth/error?error=please_restart_the_process",
    );
  });

  test("does not happen for an unregistered redirect URI", async () => {
    const url = changeParameter(
      await startSignIn(world.visitor(), "oidc"),
      "redirect_uri",
      "https://elsewhere.example/",
    );
    await expect(oidc.agree(url, createPerson())).rejects.toThrow("answered 400");
  });
});

test("the self-hosted provider can start after the site", async () => {
  const [port, oidcPort] = [await findFreePort(), await findFreePort()];
  await using site = await makeProviderWorld({ PORT: String(port), ...createSettings(`http://127.0.0.1:${oidcPort}`) });
  const begin = async () => (await site.visitor().post("/api/auth/sign-in/social", { provider: "oidc" })).status;
  expect(await begin()).toBe(404);
  await using _ = await startOidc(oidcPort, `http://localhost:${port}/api/auth/callback/oidc`);
  expect(await begin()).toBe(200);
});
