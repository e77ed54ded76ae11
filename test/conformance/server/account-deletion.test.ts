// @postgres
// The specification's §2, §4, §5 and §7 about deleting an account, one test per sentence.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, getNewestMail, signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60 * 1000;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const readRefusal = async (response: Response) => [response.status, (await response.json()).message];
const getUser = async (visitor: Visitor) => (await (await visitor.fetch("/api/auth/get-session")).json())?.user;
const MAIL_SENT = { success: true, message: "Verification email sent", status: true };
const DELETED = { success: true, message: "User deleted", status: true };

async function makeStale(visitor: Visitor): Promise<void> {
  const { id } = await getUser(visitor);
  const { adapter } = await world.context.auth.$context;
  const update = { createdAt: new Date(Date.now() - HOUR_MS) };
  await adapter.update({ model: "session", where: [{ field: "userId", value: id }], update });
}

async function countRows(userId: string): Promise<number> {
  const { db } = world.context;
  const user = await db.selectFrom("user").select("id").where("id", "=", userId).execute();
  const sessions = await db.selectFrom("session").select("id").where("userId", "=", userId).execute();
  const accounts = await db.selectFrom("account").select("id").where("userId", "=", userId).execute();
  return user.length + sessions.length + accounts.length;
}

/** Signs up a user and requests the deletion of the account; returns the link of the mail. */
async function requestDeletion(body: Record<string, string> = {}) {
  const { visitor, account } = await signUpAndSignIn(world);
  const response = await visitor.post("/api/auth/delete-user", body);
  const link = getLink(await getNewestMail(account, world));
  const token = new URL(link).searchParams.get("token") ?? "";
  return { visitor, account, response, link, token, user: await getUser(visitor) };
}

type DeletionRequest = Awaited<ReturnType<typeof requestDeletion>>;

describe("§7 §8 POST /delete-user", () => {
  test("returns status, and deletes nothing until the deletion is confirmed by the mailed link", async () => {
    const { account, response, user } = await requestDeletion();
    expect([response.status, await response.json()]).toEqual([200, MAIL_SENT]);
    expect(await getNewestMail(account, world)).toMatchObject({ to: account.email, subject: "Delete your account" });
    expect(await countRows(user.id)).toBe(3);
  });

  test("deletes the account with the mailed token", async () => {
    const { visitor, token, user } = await requestDeletion();
    const response = await visitor.post("/api/auth/delete-user", { token });
    expect([response.status, await response.json()]).toEqual([200, DELETED]);
    expect(await countRows(user.id)).toBe(0);
  });

  test("rejects another token with Invalid token", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/delete-user", { token: "unknown" });
    expect(await readRefusal(response)).toEqual([404, "Invalid token"]);
  });

  test("needs a session", async () => {
    expect((await world.visitor().post("/api/auth/delete-user")).status).toBe(401);
  });

  test("deletes a guest at once in a session of any age, because a guest has no address for a mail", async () => {
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const { id } = await getUser(visitor);
    await makeStale(visitor);
    const response = await visitor.post("/api/auth/delete-user");
    expect([response.status, await response.json()]).toEqual([200, DELETED]);
    expect([await countRows(id), visitor.cookies.has("fieldlocker.session_token")]).toEqual([0, false]);
  });
});

describe("§5 §8 account deletion", () => {
  test("a given password must match, else Invalid password", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/delete-user", { password: "not the password" });
    expect(await readRefusal(response)).toEqual([400, "Invalid password"]);
  });

  test.for([{}, { password: "" }, { token: "" }])(
    "with %j a fresh session is required, else Session expired. Re-authenticate to perform this action.",
    async (body) => {
      const { visitor } = await signUpAndSignIn(world);
      await makeStale(visitor);
      const before = (await world.mails()).length;
      const response = await visitor.post("/api/auth/delete-user", body);
      expect(await readRefusal(response)).toEqual([400, "Session expired. Re-authenticate to perform this action."]);
      expect(await world.mails()).toHaveLength(before);
    },
  );

  test("with a password, no fresh session is required", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    await makeStale(visitor);
    const response = await visitor.post("/api/auth/delete-user", { password: account.password });
    expect(await readRefusal(response)).toEqual([200, MAIL_SENT.message]);
  });
});

describe("§2 §4 §7 §8 §9 GET /delete-user/callback", () => {
  test("completes deleting a user: the user, its sessions and its accounts are removed", async () => {
    const { visitor, link, user } = await requestDeletion({ callbackURL: "/login" });
    const response = await visitor.fetch(link);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/login"]);
    expect([await countRows(user.id), await getUser(visitor)]).toEqual([0, undefined]);
  });

  test("needs a session, else Failed to get user info", async () => {
    const { link, user } = await requestDeletion();
    expect(await readRefusal(await world.visitor().fetch(link))).toEqual([404, "Failed to get user info"]);
    expect(await countRows(user.id)).toBe(3);
  });

  test("deletes no account in another user's session, and the token remains valid for its owner", async () => {
    const { visitor, link, user } = await requestDeletion();
    const { visitor: other } = await signUpAndSignIn(world);
    expect(await readRefusal(await other.fetch(link))).toEqual([404, "Invalid token"]);
    expect(await getUser(other)).toBeDefined();
    expect((await visitor.fetch(link)).status).toBe(302);
    expect(await countRows(user.id)).toBe(0);
  });

  describe("opened in a browser", () => {
    const openPage = async (visitor: Visitor, link: string) => {
      const response = await visitor.fetch(link, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
      return { response, page: await response.text() };
    };

    test.for([
      ["opened twice", async ({ visitor, link }: DeletionRequest) => (await visitor.fetch(link)) && visitor],
      ["in another browser", async () => world.visitor()],
      ["in another user's session", async () => (await signUpAndSignIn(world)).visitor],
      [
        "that has expired",
        async ({ visitor, user }: DeletionRequest) => {
          const { adapter } = await world.context.auth.$context;
          const update = { expiresAt: new Date(Date.now() - 1) };
          await adapter.update({ model: "verification", where: [{ field: "value", value: user.id }], update });
          return visitor;
        },
      ],
    ] as const)("returns an HTML page with status 404 for a link %s", async ([, prepare]) => {
      const request = await requestDeletion();
      const visitor = await prepare(request);
      const { response, page } = await openPage(visitor, request.link);
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(page).toContain("<h1>This link does not work</h1>");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect((await visitor.fetch(request.link)).headers.get("content-type")).toMatch(/^application\/json/);
    });

    test("redirects to the callbackURL for a valid link", async () => {
      const { visitor, link } = await requestDeletion({ callbackURL: "/account?deleted=account" });
      const { response } = await openPage(visitor, link);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/account?deleted=account"]);
    });
  });

  test("a delete-account token has 32 characters and expires after a day", async () => {
    const { visitor, link, token, user } = await requestDeletion();
    expect(token).toHaveLength(32);
    const { db } = world.context;
    const stored = db.selectFrom("verification").select("expiresAt").where("value", "=", user.id);
    const remainingMs = new Date((await stored.executeTakeFirstOrThrow()).expiresAt).getTime() - Date.now();
    expect(Math.round(remainingMs / HOUR_MS)).toBe(24);
    const expiresAt = new Date(Date.now() - HOUR_MS);
    const { adapter } = await world.context.auth.$context;
    await adapter.update({ model: "verification", where: [{ field: "value", value: user.id }], update: { expiresAt } });
    expect(await readRefusal(await visitor.fetch(link))).toEqual([404, "Invalid token"]);
    expect(await countRows(user.id)).toBe(3);
  });
});
