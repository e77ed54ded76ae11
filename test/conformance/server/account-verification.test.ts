// The specification's §2, §4, §5, §7 and §8 about GET /verify-email and the limits of its links, one test per sentence.

import { createEmailVerificationToken } from "better-auth/api";
import { signJWT } from "better-auth/crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getStatusAndLocation, getUser } from "#test/harness/answers.ts";
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
  test("answers status and user as JSON without a callbackURL", async () => {
    const { account, link } = await signUpUnverified();
    const answer = await verify(world.visitor(), getToken(link));
    const { status, user } = await answer.json();
    expect([answer.status, status]).toEqual([200, true]);
    expect(user).toMatchObject({ name: account.name, email: account.email, emailVerified: true });
  });

  test("redirects to the callbackURL", async () => {
    const { link } = await signUpUnverified();
    const answer = await world
      .visitor()
      .fetch(`/api/auth/verify-email?token=${getToken(link)}&callbackURL=/account%3Fa`);
    expect(getStatusAndLocation(answer)).toEqual([302, "/account?a"]);
  });

  test("needs a token", async () => {
    const answer = await world.visitor().fetch("/api/auth/verify-email");
    expect([answer.status, (await answer.json()).message]).toEqual([400, "Invalid query parameters"]);
  });

  test("answers a change of e-mail with the user at the new address", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/change-email", { newEmail: "json@example.com" });
    const answer = await verify(visitor, getToken(getLink(await newestMail(account))));
    expect(await answer.json()).toMatchObject({
      status: true,
      user: { email: "json@example.com", emailVerified: false },
    });
  });
});

describe("§4 emailVerified", () => {
  test("goes false to true on verification", async () => {
    const { account, link } = await signUpUnverified();
    expect(await isVerified(account)).toBe(false);
    await world.visitor().fetch(link);
    expect(await isVerified(account)).toBe(true);
  });

  test("is not changed by asking for the link alone", async () => {
    const { account } = await signUpUnverified();
    await world.visitor().post("/api/auth/send-verification-email", { email: account.email });
    expect(await isVerified(account)).toBe(false);
  });
});

describe("§5 §9 a verification token, in its link,", () => {
  test("that a mail scanner has followed leads its reader on as if it were the first time", async () => {
    const { account, link } = await signUpUnverified();
    await world.visitor().fetch(link);
    expect(getStatusAndLocation(await world.visitor().fetch(link))).toEqual([302, "/verify-email"]);
    expect(await isVerified(account)).toBe(true);
  });

  test("answers the second time that nothing was changed", async () => {
    const { link } = await signUpUnverified();
    await verify(world.visitor(), getToken(link));
    const answer = await verify(world.visitor(), getToken(link));
    expect([answer.status, await answer.json()]).toEqual([200, { status: true, user: null }]);
  });

  test("changes nothing the second time, be the address unverified once more", async () => {
    const { account, link } = await signUpUnverified();
    await world.visitor().fetch(link);
    const { internalAdapter } = await world.context.auth.$context;
    await internalAdapter.updateUserByEmail(account.email, { emailVerified: false });
    expect(getStatusAndLocation(await world.visitor().fetch(link))).toEqual([302, "/verify-email"]);
    expect(await isVerified(account)).toBe(false);
  });

  test("as a signed token has an hour", async () => {
    await using own = await makeWorld();
    await signUp(own.visitor());
    const link = getLink((await own.mails())[0]);
    own.turnClock(HOUR_MS + 1000);
    expect(getStatusAndLocation(await own.visitor().fetch(link))).toEqual([
      302,
      expect.stringMatching(/^\/verify-email\?error=token_expired$/i),
    ]);
  });

  test("makes one session of many followings at once", async () => {
    const { visitor, account, link } = await signUpUnverified();
    const answers = await Promise.all(Array.from({ length: PARALLEL_CALLS }, () => visitor.fetch(link)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(await countSessions(account)).toBe(1);
  });
});

describe("§5 a verification token", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test("is signed with HS256 alone", async () => {
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
    const answer = await verify(world.visitor(), `${head}.${encodePart(claims)}.${signature}`);
    expect((await answer.json()).code).toMatch(/^invalid_token$/i);
    expect(await isVerified(other)).toBe(false);
  });

  test("is refused without an end", async () => {
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

  test("verifies no account but the one it was made for", async () => {
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
    ["a change that was never asked for", { updateTo: "sly@example.com" }],
    ["a change under another name", { updateTo: "sly@example.com", requestType: "change-email-verification" }],
    ["a removal", { requestType: "disown-account" }],
  ] as const)("is refused as %s", async ([, purpose]) => {
    const { visitor, account } = await signUpAndSignIn(world);
    const token = await signJWT(
      { email: account.email, userId: (await getUserRow(account))?.id, ...purpose },
      await getSecret(),
    );
    expect((await (await verify(visitor, token)).json()).code).toMatch(/^invalid_token$/i);
    expect(await getUser(visitor)).toMatchObject({ email: account.email, emailVerified: true });
  });
});

describe("§5 change e-mail, confirmed by many at once", () => {
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

  test("gives an address to one of several people, and the others get invalid_token", async () => {
    const requests = await requestSameAddress(PARALLEL_CALLS, "contested@example.com");
    const answers = await Promise.all(requests.map(({ visitor, link }) => visitor.fetch(link)));
    const locations = answers.map((answer) => answer.headers.get("location"));
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
    const answers = await Promise.all(Array.from({ length: PARALLEL_CALLS }, follow));
    const locations = answers.map((answer) => answer?.headers.get("location"));
    expect(locations.filter((location) => location === "/verify-email")).toHaveLength(1);
    expect((await world.mails()).filter(({ to }) => to === "once@example.com")).toHaveLength(1);
  });
});

test("§5 change e-mail: an address requested by many unverified users at once goes to one, and no request causes a server error", async () => {
  await using open = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
  const visitors = Array.from({ length: PARALLEL_CALLS }, () => open.visitor());
  for (const visitor of visitors) await signUp(visitor);
  const ask = (visitor: Visitor) => visitor.post("/api/auth/change-email", { newEmail: "contested@example.com" });
  const statuses = (await Promise.all(visitors.map(ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(PARALLEL_CALLS - 1);
});
