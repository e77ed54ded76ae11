// The specification's §4, §5, §7 and §8 about verification links and changing the e-mail address, one test per sentence.
import { createEmailVerificationToken } from "better-auth/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, getNewestMail, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const readRefusal = async (response: Response) => [response.status, (await response.json()).message];
const getUser = async (visitor: Visitor) => (await (await visitor.fetch("/api/auth/get-session")).json()).user;
const newestMail = (email: string) => getNewestMail({ email }, world);

let addressCount = 0;
function createAddress(): string {
  addressCount += 1;
  return `new-${addressCount}@example.com`;
}

/** Signs up a user and requests a change of e-mail; returns the link that was sent to the old address. */
async function requestChange(callbackURL?: string) {
  const { visitor, account } = await signUpAndSignIn(world);
  const newEmail = createAddress();
  const response = await visitor.post("/api/auth/change-email", { newEmail, callbackURL });
  return { visitor, account, newEmail, response, link: getLink(await newestMail(account.email)) };
}

describe("§7 POST /change-email", () => {
  test("returns status, and changes nothing until the change is confirmed at the old address", async () => {
    const { visitor, account, newEmail, response } = await requestChange();
    expect([response.status, await response.json()]).toEqual([200, { status: true }]);
    expect(await newestMail(account.email)).toMatchObject({
      to: account.email,
      subject: "Confirm your new e-mail address",
    });
    expect((await newestMail(account.email))?.text).toContain(newEmail);
    expect(await getUser(visitor)).toMatchObject({ email: account.email, emailVerified: true });
  });

  test("needs a session", async () => {
    expect((await world.visitor().post("/api/auth/change-email", { newEmail: createAddress() })).status).toBe(401);
  });

  test("is refused for a guest", async () => {
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const response = await visitor.post("/api/auth/change-email", { newEmail: createAddress() });
    expect(await readRefusal(response)).toEqual([400, "Couldn't update your email."]);
  });
});

describe("§5 §8 change e-mail", () => {
  test("the new e-mail is lower-cased", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const newEmail = createAddress();
    await visitor.post("/api/auth/change-email", { newEmail: newEmail.toUpperCase() });
    await visitor.fetch(getLink(await newestMail(account.email)));
    expect(await getUser(visitor)).toMatchObject({ email: newEmail });
  });

  test("the new e-mail must differ from the current one, else Email is the same.", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/change-email", { newEmail: account.email.toUpperCase() });
    expect(await readRefusal(response)).toEqual([400, expect.stringMatching(/^Email is the same\.?$/)]);
  });

  test("the new e-mail must not already exist, else Couldn't update your email.", async () => {
    const { account: other } = await signUpAndSignIn(world);
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/change-email", { newEmail: other.email.toUpperCase() });
    expect(await readRefusal(response)).toEqual([400, "Couldn't update your email."]);
  });

  test("emails must be valid, including the new one", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/change-email", { newEmail: "new" });
    expect(await readRefusal(response)).toEqual([400, "Invalid body parameters"]);
  });
});

describe("§4 changing the e-mail of a verified user", () => {
  test("sets emailVerified to false and sends a new verification; the session stays", async () => {
    const { visitor, newEmail, link } = await requestChange();
    const response = await visitor.fetch(link);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/verify-email"]);
    expect(await getUser(visitor)).toMatchObject({ email: newEmail, emailVerified: false });
    expect(await newestMail(newEmail)).toMatchObject({ to: newEmail, subject: "Verify your e-mail address" });
  });

  test("emailVerified changes from false to true on verification", async () => {
    const { visitor, newEmail, link } = await requestChange();
    await visitor.fetch(link);
    await visitor.fetch(getLink(await newestMail(newEmail)));
    expect(await getUser(visitor)).toMatchObject({ email: newEmail, emailVerified: true });
  });

  test("is refused if the link is used again", async () => {
    const { visitor, newEmail, link } = await requestChange();
    await visitor.fetch(link);
    expect((await visitor.fetch(link)).headers.get("location")).toBe("/verify-email?error=invalid_token");
    expect(await getUser(visitor)).toMatchObject({ email: newEmail });
  });

  test("fails if another user has signed up with the new address since", async () => {
    const { visitor, account, newEmail, link } = await requestChange();
    await world.visitor().post("/api/auth/sign-up/email", { ...account, email: newEmail });
    expect((await visitor.fetch(link)).headers.get("location")).toBe("/verify-email?error=invalid_token");
    expect(await getUser(visitor)).toMatchObject({ email: account.email, emailVerified: true });
  });
});

test("§5 change e-mail: an unverified address is replaced at once, and a verification mail goes to the new one", async () => {
  await using otherWorld = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
  const visitor = otherWorld.visitor();
  await signUp(visitor);
  const newEmail = createAddress();
  expect((await visitor.post("/api/auth/change-email", { newEmail })).status).toBe(200);
  expect(await getUser(visitor)).toMatchObject({ email: newEmail, emailVerified: false });
  await visitor.fetch(getLink(await getNewestMail({ email: newEmail }, otherWorld)));
  expect(await getUser(visitor)).toMatchObject({ email: newEmail, emailVerified: true });
});

describe("§5 §8 a verification token that is rejected", () => {
  const follow = async (token: string, visitor = world.visitor()) => {
    const response = await visitor.fetch(`/api/auth/verify-email?token=${token}&callbackURL=/verify-email`);
    expect(response.status).toBe(302);
    return response.headers.get("location");
  };
  const createToken = async (email: string, seconds?: number) => {
    const { secret } = await world.context.auth.$context;
    return createEmailVerificationToken(secret, email, undefined, seconds);
  };

  test("redirects with invalid_token if it is malformed", async () => {
    expect(await follow("x")).toBe("/verify-email?error=invalid_token");
  });

  test("redirects with token_expired if it has expired", async () => {
    expect(await follow(await createToken("al@example.com", -1))).toBe("/verify-email?error=token_expired");
  });

  test("redirects with user_not_found if its user does not exist", async () => {
    expect(await follow(await createToken("unknown@example.com"))).toBe("/verify-email?error=user_not_found");
  });

  test("redirects with unauthorized for a change of e-mail without a session or in another user's session", async () => {
    const { visitor, account, link } = await requestChange();
    const { visitor: other } = await signUpAndSignIn(world);
    for (const stranger of [world.visitor(), other]) {
      expect((await stranger.fetch(link)).headers.get("location")).toBe("/verify-email?error=unauthorized");
    }
    expect(await getUser(visitor)).toMatchObject({ email: account.email });
  });

  test("preserves the query and the fragment of the callbackURL", async () => {
    const { link } = await requestChange("/account?tab=profile#email");
    const response = await world.visitor().fetch(link);
    expect(response.headers.get("location")).toBe("/account?tab=profile&error=unauthorized#email");
  });

  test("returns the error as JSON without a callbackURL", async () => {
    const { link } = await requestChange();
    const responses = ["x", new URL(link).searchParams.get("token"), await createToken("unknown@example.com")].map(
      (token) => world.visitor().fetch(`/api/auth/verify-email?token=${token}`),
    );
    const refusals = (await Promise.all(responses)).map(async (response) => [
      response.status,
      (await response.json()).code,
    ]);
    expect(await Promise.all(refusals)).toEqual([
      [401, "invalid_token"],
      [401, "unauthorized"],
      [401, "user_not_found"],
    ]);
  });

  test("does not redirect to another site", async () => {
    const { link } = await requestChange();
    const token = new URL(link).searchParams.get("token");
    const response = await world.visitor().fetch(`/api/auth/verify-email?token=${token}&callbackURL=//evil.example`);
    expect(await readRefusal(response)).toEqual([403, "Invalid callbackURL"]);
  });
});
