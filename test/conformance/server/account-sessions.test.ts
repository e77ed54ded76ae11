// @shared
// The specification's §4 about the lifetime of sessions, one test per sentence, and the lifetimes that this site chose.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Account, signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SESSION_COOKIE = "fieldlocker.session_token";

let world: World;
let visitor: Visitor;
let account: Account;
beforeEach(async () => {
  world = await makeWorld();
  ({ visitor, account } = await signUpAndSignIn(world));
});
afterEach(() => world[Symbol.asyncDispose]());

const fetchSession = (query = "", who = visitor) => who.fetch(`/api/auth/get-session${query}`);
const getSession = async (query = "", who = visitor) => (await (await fetchSession(query, who)).json())?.session;
const listRows = () => world.context.db.selectFrom("session").selectAll().execute();
const getStoredExpiry = async () => new Date((await listRows())[0]?.expiresAt ?? Number.NaN).getTime();
const getRemainingDays = async () => ((await getStoredExpiry()) - Date.now()) / DAY_MS;

async function createGuest(): Promise<Visitor> {
  const newcomer = world.visitor();
  await newcomer.post("/api/auth/sign-in/anonymous");
  await world.context.db.deleteFrom("user").where("email", "=", account.email).execute();
  return newcomer;
}

/**
 * Visits at a fixed interval in days; returns the day on which the session had ended, or null if it still exists.
 */
async function visitEvery(intervalDays: number, forDays: number, who = visitor): Promise<number | null> {
  for (let day = intervalDays; day <= forDays; day += intervalDays) {
    world.turnClock(intervalDays * DAY_MS);
    if (!(await getSession("", who))) return day;
  }
  return null;
}

describe("§4 session existence", () => {
  test("without a signed session cookie there is no session", async () => {
    expect(await (await fetchSession("", world.visitor())).json()).toBeNull();
  });

  test("without a signed session cookie there is no session, even with a forged signature", async () => {
    const { token } = await getSession();
    const forger = world.visitor();
    forger.cookies.set(SESSION_COOKIE, `${token}.${"A".repeat(43)}%3D`);
    expect(await (await fetchSession("", forger)).json()).toBeNull();
  });

  test("an expired session is deleted", async () => {
    world.turnClock(31 * DAY_MS);
    expect(await (await fetchSession()).json()).toBeNull();
    expect(await listRows()).toEqual([]);
  });

  test("an expired session's cookies are cleared", async () => {
    world.turnClock(31 * DAY_MS);
    const cleared = (await fetchSession()).headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=0"));
    expect(cleared.some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=;`))).toBe(true);
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("a data call is refused after the expiry", async () => {
    world.turnClock(31 * DAY_MS);
    await expect(visitor.trpc.loadout.list.query({})).rejects.toMatchObject({ data: { httpStatus: 401 } });
  });
});

describe("§4 §7 GET /get-session: a session is refreshed", () => {
  test("the expiry is extended once the session is older than the update age", async () => {
    world.turnClock(DAY_MS + MINUTE_MS);
    const { expiresAt } = await getSession();
    expect(new Date(expiresAt).getTime()).toBe(await getStoredExpiry());
    expect(await getRemainingDays()).toBeCloseTo(30, 2);
  });

  test("a new cookie is set once the session is older than the update age", async () => {
    world.turnClock(DAY_MS + MINUTE_MS);
    expect(
      (await fetchSession()).headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`)),
    ).toBe(true);
  });

  test("nothing is written and no cookie is set before the update age", async () => {
    const before = await listRows();
    world.turnClock(DAY_MS - MINUTE_MS);
    expect((await fetchSession()).headers.getSetCookie()).toEqual([]);
    expect(await listRows()).toEqual(before);
  });

  test("nothing is written again until the update age has passed again", async () => {
    world.turnClock(DAY_MS + MINUTE_MS);
    await fetchSession();
    const before = await listRows();
    await fetchSession();
    expect(await listRows()).toEqual(before);
  });

  test("refresh is skipped when the user chose not to be remembered", async () => {
    const otherBrowser = world.visitor();
    await otherBrowser.post("/api/auth/sign-in/email", { ...account, rememberMe: false });
    const { expiresAt } = await getSession("", otherBrowser);
    world.turnClock(DAY_MS - MINUTE_MS);
    expect((await getSession("", otherBrowser)).expiresAt).toBe(expiresAt);
    world.turnClock(2 * MINUTE_MS);
    expect(await getSession("", otherBrowser)).toBeUndefined();
  });

  test("refresh is skipped when the request disables it", async () => {
    world.turnClock(2 * DAY_MS);
    const before = await listRows();
    await fetchSession("?disableRefresh=true");
    expect(await listRows()).toEqual(before);
  });
});

describe("§4 the expiry of a person's session", () => {
  test("is 30 days after the last visit", async () => {
    expect(await getRemainingDays()).toBeCloseTo(30, 2);
    expect(await visitEvery(29, 29)).toBeNull();
    expect(await visitEvery(31, 31)).toBe(31);
  });

  test("is at most 180 days after the sign-in, regardless of visits", async () => {
    expect(await visitEvery(10, 170)).toBeNull();
    expect(await visitEvery(9, 9)).toBeNull();
    expect(await visitEvery(2, 2)).toBe(2);
  });

  test("is not written again once it is 180 days after the sign-in", async () => {
    await visitEvery(25, 175);
    const before = await listRows();
    world.turnClock(2 * DAY_MS);
    expect(await getSession()).toBeTruthy();
    expect(await listRows()).toEqual(before);
  });
});

describe("§4 the expiry of a guest's session", () => {
  test("is 180 days after the last visit", async () => {
    const newcomer = await createGuest();
    expect(await getRemainingDays()).toBeCloseTo(180, 2);
    expect(await visitEvery(179, 179, newcomer)).toBeNull();
    expect(await visitEvery(181, 181, newcomer)).toBe(181);
  });

  test("has no limit after the sign-in", async () => {
    const newcomer = await createGuest();
    expect(await visitEvery(100, 1000, newcomer)).toBeNull();
  });

  test("is also the Max-Age of the cookie", async () => {
    const response = await world.visitor().post("/api/auth/sign-in/anonymous");
    const maxAge = 180 * 24 * 60 * 60;
    expect(response.headers.getSetCookie().find((cookie) => cookie.startsWith(SESSION_COOKIE))).toContain(
      `Max-Age=${maxAge};`,
    );
  });
});

describe("§4 freshness", () => {
  test("lasts 10 minutes", async () => {
    world.turnClock(9 * MINUTE_MS);
    expect((await visitor.fetch("/api/auth/list-sessions")).status).toBe(200);
    world.turnClock(2 * MINUTE_MS);
    const response = await visitor.fetch("/api/auth/list-sessions");
    expect([response.status, (await response.json()).message]).toEqual([403, "Session is not fresh"]);
  });

  test("is not renewed by a refresh", async () => {
    world.turnClock(2 * DAY_MS);
    await fetchSession();
    expect((await visitor.fetch("/api/auth/list-sessions")).status).toBe(403);
  });
});

test("the clock is reset to the real time when a world is disposed", async () => {
  const before = performance.timeOrigin + performance.now();
  {
    await using other = await makeWorld();
    other.turnClock(400 * DAY_MS);
    expect(Date.now() - before).toBeGreaterThan(399 * DAY_MS);
    expect(new Date().getFullYear()).toBeGreaterThan(new Date(before).getFullYear());
    expect(new Date(0).getTime()).toBe(0);
    expect(new Date() instanceof Date).toBe(true);
  }
  expect(Math.abs(Date.now() - before)).toBeLessThan(MINUTE_MS);
});
