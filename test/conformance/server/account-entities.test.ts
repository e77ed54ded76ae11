// The specification's §3: the stored and the returned fields of each entity.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Platoon,
  postOrganization,
  saveSquad,
} from "#test/harness/data/platoons.ts";
import { addPasskey } from "#test/harness/identity/passkeys.ts";
import { addStandIn } from "#test/harness/identity/stand-in-provider.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getSession } from "#test/harness/responses.ts";
import { IS_LIBRARY } from "#test/harness/server.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const COMMON_FIELDS = ["createdAt", "id", "updatedAt"];
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

let world: World;
let visitor: Visitor;
let account: Account;
let platoon: Platoon;
let user: { id: string };
beforeAll(async () => {
  world = await makeWorld({ singleProcess: USES_INTERNALS });
  const google = await addStandIn(world, "google");
  ({ visitor, account } = await signUpAndSignIn(world));
  google.person = { name: "Al", email: account.email, emailVerified: true };
  ({ user } = await getSession(visitor));
  await visitor.post("/api/auth/link-social", { provider: "google", idToken: { token: "t", accessToken: "access" } });
  await addPasskey(visitor, world.origin);
  platoon = await makePlatoon(world);
  const owner = platoon.people.owner.visitor;
  await inviteUser(world, owner, platoon.id, "member");
  if (IS_LIBRARY) await postOrganization(owner, "create-team", { name: "Alpha", organizationId: platoon.id });
  else await saveSquad(owner, platoon, { name: "Alpha" });
  await visitor.post("/api/auth/delete-user", { callbackURL: "/login" });
});
afterAll(() => world[Symbol.asyncDispose]());

type Row = Record<string, unknown> & { createdAt: Date | string; updatedAt: Date | string };
const getRows = async (table: string): Promise<Row[]> =>
  (await sql<Row>`SELECT * FROM ${sql.table(table)}`.execute(world.context.db)).rows;
const getOwnRows = async (table: string, owner = "userId") =>
  (await getRows(table)).filter((row) => row[owner] === user.id);
const getAccount = async (providerId: string) =>
  (await getOwnRows("account")).find((row) => row["providerId"] === providerId);

const TABLES = [
  "user",
  "session",
  "account",
  "verification",
  "passkey",
  "organization",
  "member",
  "invitation",
  "team",
];

describe("§3 id, createdAt and updatedAt", () => {
  test.for(TABLES)("are in each row of %s", async (table) => {
    const rows = await getRows(table);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, createdAt, updatedAt } of rows) {
      expect(id).toMatch(/^\S+$/);
      expect(new Date(createdAt).getTime()).toBeGreaterThan(Date.UTC(2020));
      expect(updatedAt).not.toBeNull();
      expect(new Date(updatedAt).getTime()).toBeGreaterThan(Date.UTC(2020));
    }
  });
});

describe("§3 a user", () => {
  test("is returned with email, emailVerified, name and image, and whether it is a guest", async () => {
    expect((await getSession(visitor)).user).toEqual({
      id: user.id,
      createdAt: INSTANT,
      updatedAt: INSTANT,
      email: account.email,
      emailVerified: true,
      name: account.name,
      image: null,
      isAnonymous: false,
    });
  });

  test("is stored with a lower-case email", async () => {
    const email = "Mixed.Case@Example.COM";
    await world.visitor().post("/api/auth/sign-up/email", { ...account, email });
    expect((await getRows("user")).map((row) => row["email"])).toContain("mixed.case@example.com");
  });

  test("is not created twice for addresses that differ only in case", async () => {
    await world.visitor().post("/api/auth/sign-up/email", { ...account, email: account.email.toUpperCase() });
    expect((await getRows("user")).filter((row) => row["email"] === account.email)).toHaveLength(1);
  });

  test("is unverified by default", async () => {
    await world.visitor().post("/api/auth/sign-up/email", { ...account, email: "default@example.com" });
    const row = (await getRows("user")).find(({ email }) => email === "default@example.com");
    expect(Boolean(row?.["emailVerified"])).toBe(false);
  });
});

describe("§3 a session", () => {
  test("is returned with userId, token, expiresAt, ipAddress and userAgent, and the active platoon and squad", async () => {
    const otherBrowser = world.visitor();
    const headers = { "content-type": "application/json", "user-agent": "Browser/1" };
    await otherBrowser.fetch("/api/auth/sign-in/email", { method: "POST", headers, body: JSON.stringify(account) });
    expect((await getSession(otherBrowser)).session).toEqual({
      id: expect.any(String),
      createdAt: INSTANT,
      updatedAt: INSTANT,
      userId: user.id,
      token: expect.any(String),
      expiresAt: INSTANT,
      ipAddress: otherBrowser.address,
      userAgent: "Browser/1",
      activeOrganizationId: null,
      activeTeamId: null,
    });
  });

  test("is stored with the same fields", async () => {
    const [row = {}] = await getOwnRows("session");
    const fields = ["activeOrganizationId", "activeTeamId", "expiresAt", "ipAddress", "token", "userAgent", "userId"];
    expect(Object.keys(row).toSorted()).toEqual([...fields, ...COMMON_FIELDS].toSorted());
  });
});

describe("§3 an account", () => {
  test("is stored with the fields of the specification", async () => {
    const [row = {}] = await getOwnRows("account");
    const tokens = ["accessToken", "accessTokenExpiresAt", "idToken", "refreshToken", "refreshTokenExpiresAt", "scope"];
    const fields = [...COMMON_FIELDS, ...tokens, "accountId", "password", "providerId", "userId"];
    expect(Object.keys(row).toSorted()).toEqual(fields.toSorted());
  });

  test("has a password only when its providerId is credential", async () => {
    expect(await getAccount("credential")).toMatchObject({ accountId: user.id, password: expect.any(String) });
    expect(await getAccount("google")).toMatchObject({ accountId: "google-1", password: null });
  });

  test("needs only providerId, accountId and userId", async () => {
    const none = { accessToken: null, refreshToken: null, idToken: null, scope: null };
    expect(await getAccount("credential")).toMatchObject({ ...none, accountId: user.id, userId: user.id });
  });

  test("is stored with comma-separated scopes", async () => {
    const startResponse = await visitor.post("/api/auth/link-social", { provider: "google", callbackURL: "/account" });
    const state = new URL((await startResponse.json()).url).searchParams.get("state");
    await world.context.db.deleteFrom("account").where("providerId", "=", "google").execute();
    await visitor.fetch(`/api/auth/callback/google?code=x&state=${state}`);
    expect(await getAccount("google")).toMatchObject({ scope: "a,b" });
    const accounts: { providerId: string; scopes: string[] }[] = await (
      await visitor.fetch("/api/auth/list-accounts")
    ).json();
    expect(accounts.find(({ providerId }) => providerId === "google")?.scopes).toEqual(["a", "b"]);
  });
});

describe("§3 a verification value", () => {
  test("is stored with identifier, value and expiresAt", async () => {
    const [row = {}] = await getRows("verification");
    expect(Object.keys(row).toSorted()).toEqual([...COMMON_FIELDS, "expiresAt", "identifier", "value"].toSorted());
  });

  test("is stored under the random state for a provider's sign-in", async () => {
    const getState = async () => {
      const startResponse = await world
        .visitor()
        .post("/api/auth/sign-in/social", { provider: "google", callbackURL: "/" });
      return new URL((await startResponse.json()).url).searchParams.get("state");
    };
    const states = [await getState(), await getState()];
    const { internalAdapter } = await world.context.auth.$context;
    for (const state of states)
      expect(await internalAdapter.findVerificationValue(`auth-state:${state}`)).not.toBeNull();
    expect(new Set(states).size).toBe(2);
  });

  test("is stored under delete-account-{token} for a deletion", async () => {
    const mail = (await world.mails()).find(({ subject }) => subject === "Delete your account");
    const token = /token=(\w+)/.exec(mail?.text ?? "")?.[1];
    const { internalAdapter } = await world.context.auth.$context;
    expect(await internalAdapter.findVerificationValue(`delete-account-${token}`)).toMatchObject({ value: user.id });
  });
});

describe("§3 the flow state", () => {
  test("has callbackURL, codeVerifier, errorURL, newUserURL, link, expiresAt and requestSignUp", async () => {
    const begin = async (call: string, body: object, caller: Visitor) => {
      const response = await caller.post(`/api/auth/${call}`, { provider: "google", ...body });
      const query = new URL((await response.json()).url).searchParams;
      const { internalAdapter } = await world.context.auth.$context;
      const stored = await internalAdapter.findVerificationValue(`auth-state:${query.get("state")}`);
      return { state: JSON.parse(stored?.value ?? ""), codeVerifier: query.get("codeVerifier") };
    };
    const urls = { callbackURL: "/account", errorCallbackURL: "/login", newUserCallbackURL: "/welcome" };
    const signIn = await begin("sign-in/social", { ...urls, requestSignUp: true }, world.visitor());
    expect(signIn.state).toMatchObject({
      callbackURL: "/account",
      codeVerifier: signIn.codeVerifier,
      errorURL: "/login",
      newUserURL: "/welcome",
      expiresAt: expect.any(Number),
      requestSignUp: true,
    });
    const { state } = await begin("link-social", { callbackURL: "/account" }, visitor);
    expect(state.link).toMatchObject({ email: account.email, userId: user.id });
  });
});

test("§3 a social profile becomes id, name, email, image and emailVerified of the user", async () => {
  const provider = await addStandIn(world, "twitch");
  provider.person = {
    name: "Bo",
    email: "Bo@Example.com",
    image: "https://provider.example/bo.png",
    emailVerified: true,
  };
  const newcomer = world.visitor();
  await newcomer.post("/api/auth/sign-in/social", { provider: "twitch", idToken: { token: "t" } });
  expect((await getSession(newcomer)).user).toMatchObject({
    name: "Bo",
    email: "bo@example.com",
    image: "https://provider.example/bo.png",
    emailVerified: true,
  });
  const { id } = (await getSession(newcomer)).user;
  expect((await getRows("account")).find((row) => row["userId"] === id)).toMatchObject({ accountId: "twitch-1" });
});

test("§3 a passkey has a name and the data that a sign-in requires", async () => {
  expect((await getOwnRows("passkey"))[0]).toMatchObject({
    name: "My phone",
    credentialID: expect.any(String),
    publicKey: expect.any(String),
    counter: 1,
    deviceType: "singleDevice",
    transports: "internal",
  });
});

test("§3 organization, member, invitation, team are stored and shown to a member", async () => {
  const { visitor: owner } = platoon.people.owner;
  const full = await (await getOrganization(owner, "get-full-organization", `organizationId=${platoon.id}`)).json();
  expect(full).toMatchObject({ id: platoon.id, name: "Night Owls", teams: [{ name: "Alpha" }] });
  expect(full.members.map(({ role }: { role: string }) => role).toSorted()).toEqual(["admin", "member", "owner"]);
  expect(full.invitations).toContainEqual(expect.objectContaining({ role: "member", status: "pending" }));
});
