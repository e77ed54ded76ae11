// Mail scanners follow the links of a mail before its reader does; and links expire.
import { expect, test } from "vitest";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const HOUR_MS = 60 * 60_000;

/** Requests every link of the newest mail twice, as a mail scanner does. */
async function scan(world: World): Promise<void> {
  const mail = (await world.mails())[0];
  const links = [...`${mail?.text} ${mail?.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) =>
    link.replaceAll("&amp;", "&"),
  );
  expect(links.length).toBeGreaterThan(0);
  for (const link of [...links, ...links]) {
    for (const method of ["HEAD", "GET"]) {
      const scanner = world.visitor();
      const response = await scanner.fetch(link, { method });
      const next = response.headers.get("location");
      if (next) await scanner.fetch(next, { method });
      // The cookie that records who opened a verification link gives no access.
      expect([...scanner.cookies.keys()].filter((name) => name !== "fieldlocker.opened_link")).toEqual([]);
      expect(await getUser(scanner)).toBeUndefined();
    }
  }
}

const signIn = (world: World, account: object) => world.visitor().post("/api/auth/sign-in/email", account);

test("a scanned sign-up mail verifies the address without signing the scanner in, and its link still works", async () => {
  await using world = await makeWorld();
  const visitor = world.visitor();
  const account = await signUp(visitor);
  const link = getLink((await world.mails())[0]);
  await scan(world);
  const followed = await visitor.fetch(link);
  expect([followed.status, followed.headers.get("location")]).toEqual([302, "/verify-email"]);
  expect((await signIn(world, account)).status).toBe(200);
});

test("a scanned password reset mail changes nothing, and its link still works for an hour", async () => {
  await using world = await makeWorld();
  const { account } = await signUpAndSignIn(world);
  const ask = async () => {
    await world
      .visitor()
      .post("/api/auth/request-password-reset", { email: account.email, redirectTo: "/reset-password" });
    const mail = (await world.mails()).find(({ subject }) => subject === "Choose a new password");
    return new URL(getLink(mail)).pathname.split("/").at(-1);
  };
  const reset = async (token: string | undefined, newPassword: string) =>
    (await world.visitor().post("/api/auth/reset-password", { token, newPassword })).status;
  const token = await ask();
  await scan(world);
  expect((await signIn(world, account)).status).toBe(200);
  expect(await reset(token, "another horse battery")).toBe(200);
  const lateToken = await ask();
  world.turnClock(HOUR_MS + 1000);
  expect(await reset(lateToken, "a third horse battery")).toBe(400);
  const freshToken = await ask();
  world.turnClock(HOUR_MS - 5000);
  expect(await reset(freshToken, "a fourth horse battery")).toBe(200);
});

test.for([
  ["to delete the account", (visitor: Visitor) => visitor.post("/api/auth/delete-user")],
  [
    "to change the address",
    (visitor: Visitor) => visitor.post("/api/auth/change-email", { newEmail: "other@example.com" }),
  ],
] as const)("a scanned mail %s changes nothing, and its link still works for the owner", async ([, ask]) => {
  await using world = await makeWorld();
  const { visitor, account } = await signUpAndSignIn(world);
  await ask(visitor);
  const link = getLink((await world.mails())[0]);
  await scan(world);
  const countUsers = async () =>
    (await world.context.db.selectFrom("user").select("id").where("email", "=", account.email).execute()).length;
  expect(await countUsers()).toBe(1);
  await visitor.fetch(link);
  expect(await countUsers()).toBe(0);
});
