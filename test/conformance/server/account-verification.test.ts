// The specification's §2, §4, §5, §7 and §8 about GET /verify-email and the limits of its links, one test per sentence.

import { createEmailVerificationToken } from "better-auth/api";
import { signJWT } from "better-auth/crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getStatusAndLocation, getUser } from "#test/harness/responses.ts";
import { createSignUpHelpers } from "#test/harness/sign-ups.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60 * 1000;
const PARALLEL_CALLS = 20;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const { newestMail, getUserRow, isVerified, countSessions, signUpUnverified } = createSignUpHelpers(() => world);

const getToken = (link: string): string => new URL(link).searchParams.get("token") ?? "";
const getSecret = async () => (await world.context.auth.$context).secret;

const verify = (visitor: Visitor, token: string) => visitor.fetch(`/api/auth/verify-email?token=${token}`);

describe("§2 §7 GET /verify-email", () => {
  test("returns status and user as JSON without a callbackURL", async () => {
    const { account, link } = await signUpUnverified();
    const response = await verify(world.visitor(), getToken(link));
    const { status, user } = await response.json();
    expect([response.status, status]).toEqual([200, true]);
    expect(user).toMatchObject({ name: account.name, email: account.email, emailVerified: true });
  });

  test("redirects to the callbackURL", async () => {
    const { link } = await signUpUnverified();
    const response = await world
      .visitor()
      .fetch(`/api/auth/verify-email?token=${getToken(link)}&callbackURL=/account%3Fa`);
    expect(getStatusAndLocation(response)).toEqual([302, "/account?a"]);
  });

  test("needs a token", async () => {
    const response = await world.visitor().fetch("/api/auth/verify-email");
    expect([response.status, (await response.json()).message]).toEqual([400, "Invalid query parameters"]);
  });

  test("returns the user with the new address for a change of e-mail", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/change-email", { newEmail: "json@example.com" });
    const response = await verify(visitor, getToken(getLink(await newestMail(account))));
    expect(await response.json()).toMatchObject({
      status: true,
      user: { email: "json@example.com", emailVerified: false },
    });
  });
});

describe("§4 emailVerified", () => {
  test("changes from false to true on verification", async () => {
    const { account, link } = await signUpUnverified();
    expect(await isVerified(account)).toBe(false);
    await world.visitor().fetch(link);
    expect(await isVerified(account)).toBe(true);
  });

  test("is not changed by a request for the link", async () => {
    const { account } = await signUpUnverified();
    await world.visitor().post("/api/auth/send-verification-email", { email: account.email });
    expect(await isVerified(account)).toBe(false);
  });
});

describe("§5 §9 the link of a verification token", () => {
  test("redirects without an error after a mail scanner has followed it", async () => {
    const { account, link } = await signUpUnverified();
    await world.visitor().fetch(link);
    expect(getStatusAndLocation(await world.visitor().fetch(link))).toEqual([302, "/verify-email"]);
    expect(await isVerified(account)).toBe(true);
  });

  test("returns no user the second time", async () => {
    const { link } = await signUpUnverified();
    await verify(world.visitor(), getToken(link));
    const response = await verify(world.visitor(), getToken(link));
    expect([response.status, await response.json()]).toEqual([200, { status: true, user: null }]);
  });

  test("changes nothing the second time, even if the address is unverified again", async () => {
    const { account, link } = await signUpUnverified();
    await world.visitor().fetch(link);
    const { internalAdapter } = await world.context.auth.$context;
    await internalAdapter.updateUserByEmail(account.email, { emailVerified: false });
    expect(getStatusAndLocation(await world.visitor().fetch(link))).toEqual([302, "/verify-email"]);
    expect(await isVerified(account)).toBe(false);
  });

  test("is refused after an hour, because a signed token expires after an hour", async () => {
    await using otherWorld = await makeWorld();
    await signUp(otherWorld.visitor());
    const link = getLink((await otherWorld.mails())[0]);
    otherWorld.turnClock(HOUR_MS + 1000);
    expect(getStatusAndLocation(await otherWorld.visitor().fetch(link))).toEqual([
      302,
      expect.stringMatching(/^\/verify-email\?error=token_expired$/i),
    ]);
  });

  test("creates one session for parallel requests", async () => {
    const { visitor, account, link } = await signUpUnverified();
    const responses = await Promise.all(Array.from({ length: PARALLEL_CALLS }, () => visitor.fetch(link)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([302]));
    expect(await countSessions(account)).toBe(1);
  });
});

describe("§5 a verification token", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test("is accepted only with HS256", async () => {
    const { account } = await signUpUnverified();
    const claims = { email: account.email, userId: (await getUserRow(account))?.id, iat: now(), exp: now() + 60 };
    const sign = async (alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(await getSecret()));
    const tokens = [`${encodePart({ alg: "none" })}.${encodePart(claims)}.`, await sign("HS384"), await sign("HS512")];
    for (const token of tokens) {
      expect((await (await verify(world.visitor(), token)).json()).code).toMatch(/^invalid_token$/i);
    }
    expect(await isVerified(account)).toBe(false);
    await verify(world.visitor(), await sign("HS256"));
    expect(await isVerified(account)).toBe(true);
  });

  test("is refused with another payload under its signature", async () => {
    const { account: other } = await signUpUnverified();
    const { link } = await signUpUnverified();
    const [head, , signature] = getToken(link).split(".");
    const claims = { email: other.email, userId: (await getUserRow(other))?.id, iat: now(), exp: now() + 60 };
    const response = await verify(world.visitor(), `${head}.${encodePart(claims)}.${signature}`);
    expect((await response.json()).code).toMatch(/^invalid_token$/i);
    expect(await isVerified(other)).toBe(false);
  });

  test("is refused without an expiry", async () => {
    const { account, link } = await signUpUnverified();
    const { exp: _, ...claimsWithoutExpiry } = JSON.parse(
      Buffer.from(getToken(link).split(".")[1] ?? "", "base64url").toString(),
    );
    const token = await new SignJWT(claimsWithoutExpiry)
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(await getSecret()));
    expect((await (await verify(world.visitor(), token)).json()).code).toMatch(/^invalid_token$/i);
    expect(await isVerified(account)).toBe(false);
  });

  test("does not verify another account", async () => {
    const { account } = await signUpUnverified();
    const token = await createEmailVerificationToken(await getSecret(), account.email, undefined, 60, {
      userId: "other",
    });
    expect((await (await verify(world.visitor(), token)).json()).code).toMatch(/^invalid_token$/i);
    expect(await isVerified(account)).toBe(false);
  });

  test("is refused after the user has changed the address", async () => {
    const { visitor, account, link } = await signUpUnverified();
    await visitor.fetch(link);
    await visitor.post("/api/auth/change-email", { newEmail: `new-${account.email}` });
    await visitor.fetch(getLink(await newestMail(account)));
    expect((await (await verify(visitor, getToken(link))).json()).code).toMatch(/^user_not_found$/i);
  });

  test.for([
    ["a change that was not requested", { updateTo: "sly@example.com" }],
    ["a change with another request type", { updateTo: "sly@example.com", requestType: "change-email-verification" }],
    ["a request to disown the account", { requestType: "disown-account" }],
  ] as const)("is refused for %s", async ([, purpose]) => {
    const { visitor, account } = await signUpAndSignIn(world);
    const token = await signJWT(
      { email: account.email, userId: (await getUserRow(account))?.id, ...purpose },
      await getSecret(),
    );
    expect((await (await verify(visitor, token)).json()).code).toMatch(/^invalid_token$/i);
    expect(await getUser(visitor)).toMatchObject({ email: account.email, emailVerified: true });
  });
});

describe("§5 change e-mail, confirmed in parallel", () => {
  /** Signs up users who all request the same new address; returns the link that each got at the old address. */
  async function requestSameAddress(count: number, newEmail: string) {
    const requests: { visitor: Visitor; link: string }[] = [];
    for (let index = 0; index < count; index += 1) {
      const { visitor, account } = await signUpAndSignIn(world);
      await visitor.post("/api/auth/change-email", { newEmail });
      requests.push({ visitor, link: getLink(await newestMail(account)) });
    }
    return requests;
  }

  test("gives the address to one user, and the others get invalid_token", async () => {
    const requests = await requestSameAddress(PARALLEL_CALLS, "contested@example.com");
    const responses = await Promise.all(requests.map(({ visitor, link }) => visitor.fetch(link)));
    const locations = responses.map((response) => response.headers.get("location"));
    expect(locations.filter((location) => location === "/verify-email")).toHaveLength(1);
    expect(locations.filter((location) => location === "/verify-email?error=invalid_token")).toHaveLength(
      PARALLEL_CALLS - 1,
    );
    const emails = await Promise.all(requests.map(async ({ visitor }) => (await getUser(visitor)).email));
    expect(emails.filter((email) => email === "contested@example.com")).toHaveLength(1);
  });

  test("happens once for one link, and sends one mail", async () => {
    const [request] = await requestSameAddress(1, "once@example.com");
    const follow = async () => request?.visitor.fetch(request.link);
    const responses = await Promise.all(Array.from({ length: PARALLEL_CALLS }, follow));
    const locations = responses.map((response) => response?.headers.get("location"));
    expect(locations.filter((location) => location === "/verify-email")).toHaveLength(1);
    expect((await world.mails()).filter(({ to }) => to === "once@example.com")).toHaveLength(1);
  });
});

test("§5 change e-mail: one of many unverified users who request an address in parallel gets it, and the others get 400", async () => {
  await using otherWorld = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
  const visitors = Array.from({ length: PARALLEL_CALLS }, () => otherWorld.visitor());
  for (const visitor of visitors) await signUp(visitor);
  const ask = (visitor: Visitor) => visitor.post("/api/auth/change-email", { newEmail: "contested@example.com" });
  const statuses = (await Promise.all(visitors.map(ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(PARALLEL_CALLS - 1);
});
