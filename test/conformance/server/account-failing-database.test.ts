// @postgres
// The specification's §8: the errors of calls during which the database fails, and that no partial changes remain.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { addStandIn, type StandIn } from "#test/harness/identity/stand-in-provider.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { withDeadlocks, withLostInserts, withoutTable, withRefusedInserts } from "#test/harness/processes/lost-rows.ts";
import { getSession, readRefusal } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let provider: StandIn;
beforeEach(async () => {
  world ??= await makeWorld({ environment: { LOG_LEVEL: "silent" }, singleProcess: USES_INTERNALS });
  provider ??= await addStandIn(world, "google");
  provider.id = crypto.randomUUID();
});
afterAll(() => world[Symbol.asyncDispose]());

const begin = (visitor: Visitor, call = "sign-in/social") =>
  visitor.post(`/api/auth/${call}`, { provider: "google", callbackURL: "/account", errorCallbackURL: "/login" });
const getState = async (response: Response) => new URL((await response.json()).url).searchParams.get("state") ?? "";
const visitCallback = async (visitor: Visitor, state: string) =>
  (await visitor.fetch(`/api/auth/callback/google?code=x&state=${state}`)).headers.get("location");
const countUsers = async () => (await world.context.db.selectFrom("user").select("id").execute()).length;

describe("§8 while the database fails", () => {
  test("a sign-in returns Failed to create session", async () => {
    const { account } = await signUpAndSignIn(world);
    const visitor = world.visitor();
    const response = await withLostInserts(world, "session", () => visitor.post("/api/auth/sign-in/email", account));
    expect(await readRefusal(response)).toEqual([401, "Failed to create session"]);
    expect(await getSession(visitor)).toBeNull();
  });

  test.for(["sign-in/social", "link-social"])("/%s returns Unable to create verification", async (call) => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await withLostInserts(world, "verification", () => begin(visitor, call));
    expect(await readRefusal(response)).toEqual([500, "Unable to create verification"]);
  });

  test("a link by ID token returns Account not linked - unable to create account", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    provider.person = { name: "Al", email: account.email, emailVerified: true };
    const link = () => visitor.post("/api/auth/link-social", { provider: "google", idToken: { token: "t" } });
    expect(await readRefusal(await withRefusedInserts(world, "account", link))).toEqual([
      417,
      "Account not linked - unable to create account",
    ]);
    expect((await link()).status).toBe(200);
  });

  test.for([
    ["unable_to_create_user", "an insert is lost in", "user", withLostInserts],
    ["unable_to_create_user", "an insert is refused in", "user", withRefusedInserts],
    ["unable_to_create_session", "an insert is lost in", "session", withLostInserts],
    ["internal_server_error", "a query does not find", "account", withoutTable],
  ] as const)("a callback redirects with %s if %s the table %s", async ([code, , table, withFailure]) => {
    provider.person = { name: "Al", email: `${code}@example.com`, emailVerified: true };
    const visitor = world.visitor();
    const state = await getState(await begin(visitor));
    const location = await withFailure(world, table, () => visitCallback(visitor, state));
    expect(new URL(location ?? "", world.origin).searchParams.get("error")).toBe(code);
    expect(await getSession(visitor)).toBeNull();
  });

  test("a callback stores no user if the account cannot be stored", async () => {
    provider.person = { name: "Al", email: "half@example.com", emailVerified: true };
    const visitor = world.visitor();
    const state = await getState(await begin(visitor));
    const before = await countUsers();
    await withRefusedInserts(world, "account", () => visitCallback(visitor, state));
    expect(await countUsers()).toBe(before);
  });

  // SQLite has only one writer, so it has no deadlocks.
  if (process.env["TEST_DATABASE"])
    test.for(["user", "account"])("a sign-up and a callback succeed after deadlocks in the table %s", async (table) => {
      const before = await countUsers();
      const { visitor } = await withDeadlocks(world, table, () => signUpAndSignIn(world));
      expect(await getSession(visitor)).not.toBeNull();
      provider.person = { name: "Al", email: `${table}-deadlock@example.com`, emailVerified: true };
      const stranger = world.visitor();
      const state = await getState(await begin(stranger));
      expect(await withDeadlocks(world, table, () => visitCallback(stranger, state))).toBe("/account");
      expect(await getSession(stranger)).not.toBeNull();
      expect(await countUsers()).toBe(before + 2);
    });
});
