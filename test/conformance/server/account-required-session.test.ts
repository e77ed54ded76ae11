// The specification's §6: which calls need a session, and which need a fresh session.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getSession, readRefusal } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60 * 1000;

let world: World;
let staleUser: { visitor: Visitor; account: Account };
beforeAll(async () => {
  world = await makeWorld({ singleProcess: USES_INTERNALS });
  staleUser = await signUpAndSignIn(world);
  const { session } = await getSession(staleUser.visitor);
  const createdAt = new Date(Date.now() - HOUR_MS);
  await world.context.db.updateTable("session").set({ createdAt }).where("id", "=", session.id).execute();
});
afterAll(() => world[Symbol.asyncDispose]());

const newPassword = "another horse battery";
type Call = readonly [method: "GET" | "POST", path: string, body?: object];
const CALLS: readonly Call[] = [
  ["POST", "change-password", { newPassword, currentPassword: "correct horse battery" }],
  ["POST", "delete-user", {}],
  ["POST", "change-email", { newEmail: "new@example.com" }],
  ["GET", "list-accounts"],
  ["POST", "link-social", { provider: "discord", callbackURL: "/account" }],
  ["POST", "unlink-account", { providerId: "credential", accountId: "x" }],
  ["POST", "account-info", { accountId: "x" }],
  ["POST", "revoke-session", { token: "x" }],
  ["POST", "revoke-sessions", {}],
  ["POST", "revoke-other-sessions", {}],
];
const sendCall = (visitor: Visitor, [method, path, body]: Call) =>
  method === "GET" ? visitor.fetch(`/api/auth/${path}`) : visitor.post(`/api/auth/${path}`, body);

describe("§6 a session is required", () => {
  test.for(CALLS)("%s /%s returns 401 UNAUTHORIZED without a session", async (call) => {
    const response = await sendCall(world.visitor(), call);
    expect([response.status, (await response.json()).code]).toEqual([401, "UNAUTHORIZED"]);
  });

  test("GET /get-session returns null without a session", async () => {
    expect(await getSession(world.visitor())).toBeNull();
  });

  test("setPassword, which only the server calls, returns 401 without a session", async () => {
    const { api } = world.context.auth;
    const call = api.setPassword({ body: { newPassword }, headers: new Headers() });
    await expect(call).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe("§4 §6 §8 a fresh session is required", () => {
  const SENSITIVE: readonly Call[] = [
    ["POST", "change-email", { newEmail: "new@example.com" }],
    ["POST", "link-social", { provider: "discord", callbackURL: "/account" }],
    ["POST", "unlink-account", { providerId: "credential", accountId: "x" }],
    ["GET", "passkey/generate-register-options"],
    ["POST", "passkey/verify-registration", { response: {} }],
    ["POST", "passkey/delete-passkey", { id: "x" }],
    ["GET", "list-sessions"],
  ];

  test.for(SENSITIVE)("%s /%s returns 403 Session is not fresh an hour after the sign-in", async (call) => {
    expect(await readRefusal(await sendCall(staleUser.visitor, call))).toEqual([403, "Session is not fresh"]);
  });

  test("account.setPassword returns 403 Session is not fresh an hour after the sign-in", async () => {
    await expect(staleUser.visitor.trpc.account.setPassword.mutate({ newPassword })).rejects.toMatchObject({
      message: "Session is not fresh",
      data: { httpStatus: 403 },
    });
  });

  test("POST /delete-user without a password returns Session expired. Re-authenticate to perform this action.", async () => {
    const message = "Session expired. Re-authenticate to perform this action.";
    expect(await readRefusal(await staleUser.visitor.post("/api/auth/delete-user"))).toEqual([400, message]);
  });

  test("a request with the password succeeds an hour after the sign-in", async () => {
    const { visitor, account } = staleUser;
    expect((await visitor.post("/api/auth/delete-user", { password: account.password })).status).toBe(200);
    const body = { newPassword, currentPassword: account.password };
    expect((await visitor.post("/api/auth/change-password", body)).status).toBe(200);
  });

  test("freshness is not checked if the fresh age is 0", async () => {
    const { sessionConfig } = await world.context.auth.$context;
    const { freshAge } = sessionConfig;
    sessionConfig.freshAge = 0;
    try {
      expect((await staleUser.visitor.fetch("/api/auth/list-sessions")).status).toBe(200);
    } finally {
      sessionConfig.freshAge = freshAge;
    }
  });
});
