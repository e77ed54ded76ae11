// Passwords are checked and hashed in normalized form (NFKC). A hash of the unnormalized text is accepted and replaced.
import { hash, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswordHasher, type PasswordHasher } from "#server/auth/credentials/password.ts";
import { getLink, getNewestMail, signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { readStatusAndBody } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const CHEAP_HASH = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
/** Creates a hash as earlier versions did, without normalization. */
const hashRaw = (text: string) => hash(text, CHEAP_HASH);

const COMPOSED = "pässwörd über alles";
const DECOMPOSED = COMPOSED.normalize("NFD");
const FULL_WIDTH = "ｃｏｒｒｅｃｔ　ｈｏｒｓｅ　ｂａｔｔｅｒｙ";

const hasher = createPasswordHasher(CHEAP_HASH);
/** Runs between the verification of a password and the renewal of its hash. */
let beforeHash = async (): Promise<void> => {};
const passwords: PasswordHasher = {
  ...hasher,
  async hash(text) {
    await beforeHash();
    return hasher.hash(text);
  },
};

let world: World;
beforeAll(async () => {
  world = await makeWorld({ passwords, singleProcess: USES_INTERNALS });
});
afterAll(() => world[Symbol.asyncDispose]());

const signIn = async (email: string, password: string) =>
  (await world.visitor().post("/api/auth/sign-in/email", { email, password })).status;

let userCount = 0;
const signUpWith = (password: string) => {
  userCount += 1;
  return world
    .visitor()
    .post("/api/auth/sign-up/email", { name: "Al", email: `al-${userCount}@example.com`, password });
};
const getNewestEmail = () => `al-${userCount}@example.com`;

const getCredential = (email: string) =>
  world.context.db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.userId")
    .select(["account.id", "account.password", "userId"])
    .where("user.email", "=", email)
    .where("providerId", "=", "credential")
    .executeTakeFirstOrThrow();

/** Creates a verified account with an unnormalized hash; returns its address. */
async function createAccountWithRawHash(text: string): Promise<string> {
  const { account } = await signUpAndSignIn(world);
  const { userId } = await getCredential(account.email);
  const password = await hashRaw(text);
  await world.context.db.updateTable("account").set({ password }).where("userId", "=", userId).execute();
  return account.email;
}

describe("a new password", () => {
  test.for([
    [DECOMPOSED, COMPOSED],
    [COMPOSED, DECOMPOSED],
    [FULL_WIDTH, "correct horse battery"],
    ["ﬁeld medic kit №5", "field medic kit No5"],
  ] as const)("%j matches %j at a sign-in", async ([chosen, typed]) => {
    const { visitor, account } = await signUpAndSignIn(world);
    const body = { currentPassword: account.password, newPassword: chosen };
    expect((await visitor.post("/api/auth/change-password", body)).status).toBe(200);
    expect(await signIn(account.email, typed)).toBe(200);
    expect(await signIn(account.email, chosen)).toBe(200);
    expect(await signIn(account.email, `${typed}.`)).toBe(401);
  });

  test("is stored in its normalized form by a sign-up and by a reset", async () => {
    expect((await signUpWith(DECOMPOSED)).status).toBe(200);
    expect(await verify((await getCredential(getNewestEmail())).password ?? "", COMPOSED)).toBe(true);
    const { account } = await signUpAndSignIn(world);
    await world.visitor().post("/api/auth/request-password-reset", { email: account.email, redirectTo: "/" });
    const token = new URL(getLink(await getNewestMail(account, world))).pathname.split("/").at(-1);
    const response = await world.visitor().post("/api/auth/reset-password", { token, newPassword: FULL_WIDTH });
    expect(response.status).toBe(200);
    expect(await verify((await getCredential(account.email)).password ?? "", "correct horse battery")).toBe(true);
  });

  test.for([
    ["too short once normalized", "e\u0301".repeat(7), 400, "PASSWORD_TOO_SHORT"],
    ["too long once normalized", "\ufdfa".repeat(8), 400, "PASSWORD_TOO_LONG"],
    ["too long to be normalized", "e\u0301".repeat(300), 400, "PASSWORD_TOO_LONG"],
    ["common in full-width letters", "ｐａｓｓｗｏｒｄ１", 400, "PASSWORD_TOO_COMMON"],
  ] as const)("is refused when it is %s", async ([, password, status, code]) => {
    expect(await readStatusAndBody(await signUpWith(password))).toMatchObject([status, { code }]);
  });

  test("is accepted when its normalized form has an allowed length", async () => {
    const long = `${"e\u0301".repeat(64)}${"o\u0301".repeat(64)}`;
    expect((await signUpWith(long)).status).toBe(200);
    // The password is accepted; 403 means that the address is not verified.
    expect(await signIn(getNewestEmail(), long)).toBe(403);
    expect(await signIn(getNewestEmail(), long.normalize("NFC"))).toBe(403);
    expect((await signUpWith("\ufdfa")).status).toBe(200);
  });

  test("is compared with the address in normalized form", async () => {
    const body = { name: "Al", email: "robin.hood@example.com", password: "ｒｏｂｉｎ．ｈｏｏｄ" };
    const response = await world.visitor().post("/api/auth/sign-up/email", body);
    expect(await readStatusAndBody(response)).toMatchObject([400, { code: "PASSWORD_TOO_COMMON" }]);
  });

  test("is stored in its normalized form when it is the first password", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const { userId } = await getCredential(account.email);
    await world.context.db.deleteFrom("account").where("userId", "=", userId).execute();
    await visitor.trpc.account.setPassword.mutate({ newPassword: DECOMPOSED });
    expect(await signIn(account.email, COMPOSED)).toBe(200);
  });
});

describe("a hash of the unnormalized text", () => {
  test("is accepted, and a sign-in replaces it, so that any form matches", async () => {
    const email = await createAccountWithRawHash(DECOMPOSED);
    const before = await getCredential(email);
    expect(await signIn(email, COMPOSED)).toBe(401);
    expect(await signIn(email, DECOMPOSED)).toBe(200);
    const after = await getCredential(email);
    expect(after.password).not.toBe(before.password);
    expect(await signIn(email, COMPOSED)).toBe(200);
    expect(await signIn(email, DECOMPOSED)).toBe(200);
    expect((await getCredential(email)).password).toBe(after.password);
  });

  test("is accepted as the current password, and when an account is deleted", async () => {
    const email = await createAccountWithRawHash(DECOMPOSED);
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/email", { email, password: DECOMPOSED });
    const { id } = await getCredential(email);
    await world.context.db
      .updateTable("account")
      .set({ password: await hashRaw(DECOMPOSED) })
      .where("id", "=", id)
      .where("userId", "=", (await getCredential(email)).userId)
      .execute();
    expect((await visitor.post("/api/auth/delete-user", { password: DECOMPOSED })).status).toBe(200);
    const body = { currentPassword: DECOMPOSED, newPassword: "another horse battery" };
    expect((await visitor.post("/api/auth/change-password", body)).status).toBe(200);
    expect(await signIn(email, "another horse battery")).toBe(200);
  });

  test("does not replace a password that was set during the sign-in", async () => {
    const email = await createAccountWithRawHash(DECOMPOSED);
    const { userId } = await getCredential(email);
    const password = await hashRaw("another horse battery");
    beforeHash = async () => {
      await world.context.db.updateTable("account").set({ password }).where("userId", "=", userId).execute();
    };
    expect(await signIn(email, DECOMPOSED)).toBe(200);
    beforeHash = async () => {};
    expect((await getCredential(email)).password).toBe(password);
  });
});
