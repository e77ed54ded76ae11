// A verification link signs in only the browser that signed up.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { getLink, signUp } from "#test/harness/accounts.ts";
import { getStatusAndLocation, getUser } from "#test/harness/responses.ts";
import { createSignUpHelpers } from "#test/harness/sign-ups.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const SESSION_COOKIE = "fieldlocker.session_token";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const { newestMail, getUserRow, isVerified, countSessions, signUpUnverified } = createSignUpHelpers(() => world);

describe("the browser that signed up", () => {
  test("is signed in by the link and redirected to the callback", async () => {
    const { visitor, account, link } = await signUpUnverified();
    expect(getStatusAndLocation(await visitor.fetch(link))).toEqual([302, "/verify-email"]);
    expect(await getUser(visitor)).toMatchObject({ email: account.email, emailVerified: true });
  });

  test("is recognized by an HttpOnly and SameSite=Lax cookie that expires with the link", async () => {
    const account = { name: "Al", email: "cookie@example.com", password: "correct horse battery" };
    const response = await world.visitor().post("/api/auth/sign-up/email", account);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("fieldlocker.sign_up="));
    expect(cookie).toMatch(/; Max-Age=3600;.*HttpOnly; SameSite=Lax/);
  });

  test("loses the cookie when it follows the link", async () => {
    const { visitor, link } = await signUpUnverified();
    expect(visitor.cookies.has("fieldlocker.sign_up")).toBe(true);
    await visitor.fetch(link);
    expect(visitor.cookies.has("fieldlocker.sign_up")).toBe(false);
  });

  test("is the only one that is signed in: in another browser the link only verifies the address", async () => {
    const { account, link } = await signUpUnverified();
    const otherBrowser = world.visitor();
    expect(getStatusAndLocation(await otherBrowser.fetch(link))).toEqual([302, "/verify-email"]);
    expect([await isVerified(account), otherBrowser.cookies.has(SESSION_COOKIE), await countSessions(account)]).toEqual(
      [true, false, 0],
    );
  });

  test("is not signed in by a link that was used in another browser", async () => {
    const { visitor, account, link } = await signUpUnverified();
    await world.visitor().fetch(link);
    await visitor.fetch(link);
    expect([visitor.cookies.has(SESSION_COOKIE), await countSessions(account)]).toEqual([false, 0]);
  });

  test("is not signed in by another user's link, which only verifies that user's address", async () => {
    const { visitor } = await signUpUnverified();
    const { account: other, link } = await signUpUnverified();
    await visitor.fetch(link);
    expect([await isVerified(other), visitor.cookies.has(SESSION_COOKIE)]).toEqual([true, false]);
  });

  test("is not recognized by a forged cookie", async () => {
    const { account, link } = await signUpUnverified();
    const forger = world.visitor();
    forger.cookies.set("fieldlocker.sign_up", `${(await getUserRow(account))?.id}.forged`);
    await forger.fetch(link);
    expect(forger.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("also gets the cookie for a taken address, so it does not reveal that the address is taken", async () => {
    const { account } = await signUpUnverified();
    const prober = world.visitor();
    await prober.post("/api/auth/sign-up/email", account);
    expect(prober.cookies.has("fieldlocker.sign_up")).toBe(true);
  });

  test("gets the guest's locker, and the guest is deleted", async () => {
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const { id: guestId } = await getUser(visitor);
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
    await visitor.trpc.loadout.save.mutate({ id: crypto.randomUUID(), name: "Mine", loadout, seenVersion: 0 });
    const account = await signUp(visitor);
    expect(await getUser(visitor)).toMatchObject({ id: guestId });
    await visitor.fetch(getLink(await newestMail(account)));
    expect(await getUser(visitor)).toMatchObject({ email: account.email });
    const { items } = await visitor.trpc.loadout.list.query({});
    expect(items.map(({ name }) => name)).toEqual(["Mine"]);
    const { db } = world.context;
    expect(await db.selectFrom("user").select("id").where("id", "=", guestId).execute()).toEqual([]);
  });

  test("remains signed in as the guest when the link is followed in another browser", async () => {
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const guest = await getUser(visitor);
    const account = await signUp(visitor);
    await world.visitor().fetch(getLink(await newestMail(account)));
    expect(await getUser(visitor)).toEqual(guest);
  });
});
