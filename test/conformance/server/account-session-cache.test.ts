// @shared
// The specification's §4, §5 and §9 about the cookie cache of sessions, tested on a server with SESSION_CACHE=on.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const SECOND_MS = 1000;
const CACHE_COOKIE = "fieldlocker.session_data";

let world: World;
let visitor: Visitor;
beforeEach(async () => {
  world = await makeWorld({ environment: { SESSION_CACHE: "on", LOG_LEVEL: "silent" }, singleProcess: USES_INTERNALS });
  ({ visitor } = await signUpAndSignIn(world));
  await fetchSession();
});
afterEach(() => world[Symbol.asyncDispose]());

const fetchSession = (query = "") => visitor.fetch(`/api/auth/get-session${query}`);
const getReturnedName = async (query = "") => (await (await fetchSession(query)).json())?.user.name;
const listCacheCookies = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => cookie.startsWith(CACHE_COOKIE));

/** Changes the row directly, so that the server does not notice that its cached data is outdated. */
const changeStoredName = (name: string) => world.context.db.updateTable("user").set({ name }).execute();
const endEverySession = () => world.context.db.deleteFrom("session").execute();

describe("§4 §7 §9 the cookie cache of GET /get-session", () => {
  test("is off by default", async () => {
    await using plain = await makeWorld();
    const { visitor: other } = await signUpAndSignIn(plain);
    await other.fetch("/api/auth/get-session");
    expect([...other.cookies.keys()].filter((name) => name.startsWith(CACHE_COOKIE))).toEqual([]);
  });

  test("provides the response without reading the database", async () => {
    const before = await getReturnedName();
    await changeStoredName("Renamed");
    expect(await getReturnedName()).toBe(before);
  });

  test("is bypassed with disableCookieCache", async () => {
    await changeStoredName("Renamed");
    expect(await getReturnedName("?disableCookieCache=true")).toBe("Renamed");
  });

  test("a cached session lasts a minute in the browser", async () => {
    visitor.cookies.delete(CACHE_COOKIE);
    expect(listCacheCookies(await fetchSession())[0]).toMatch(/; Max-Age=60;/);
  });

  test("a cached session lasts a minute on the server", async () => {
    const before = await getReturnedName();
    await changeStoredName("Renamed");
    world.turnClock(59 * SECOND_MS);
    expect(await getReturnedName()).toBe(before);
    world.turnClock(2 * SECOND_MS);
    expect(await getReturnedName()).toBe("Renamed");
  });

  test("is cleared after its expiry", async () => {
    world.turnClock(600 * SECOND_MS);
    await endEverySession();
    expect(listCacheCookies(await fetchSession()).some((cookie) => cookie.includes("Max-Age=0"))).toBe(true);
    expect(visitor.cookies.has(CACHE_COOKIE)).toBe(false);
  });

  test("is cleared and ignored if its signature is invalid", async () => {
    const [data] = (visitor.cookies.get(CACHE_COOKIE) ?? "").split(".");
    const payload = JSON.parse(Buffer.from(data ?? "", "base64url").toString());
    payload.session.user.name = "Forged";
    visitor.cookies.set(CACHE_COOKIE, Buffer.from(JSON.stringify(payload)).toString("base64url"));
    const response = await fetchSession();
    expect((await response.json()).user.name).not.toBe("Forged");
    expect(listCacheCookies(response)[0]).toContain("Max-Age=0");
  });

  test("is ignored if it belongs to another session", async () => {
    const { visitor: other, account } = await signUpAndSignIn(world);
    await other.fetch("/api/auth/get-session");
    visitor.cookies.set(CACHE_COOKIE, other.cookies.get(CACHE_COOKIE) ?? "");
    expect(await getReturnedName()).not.toBe(account.name);
  });

  test("is cleared on sign-out", async () => {
    await visitor.post("/api/auth/sign-out");
    expect(visitor.cookies.has(CACHE_COOKIE)).toBe(false);
    expect(await (await fetchSession()).json()).toBeNull();
  });

  test("contains a changed profile at once", async () => {
    await visitor.post("/api/auth/update-user", { name: "Renamed" });
    expect(await getReturnedName()).toBe("Renamed");
  });

  test("contains a changed address at once", async () => {
    const { user } = await (await fetchSession()).json();
    await world.context.db.updateTable("user").set({ name: user.name }).execute();
    await visitor.post("/api/auth/change-email", { newEmail: "cached@example.com" });
    const [mail] = await world.mails();
    await visitor.fetch(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect((await (await fetchSession()).json()).user).toMatchObject({
      email: "cached@example.com",
      emailVerified: false,
    });
  });
});

describe("§5 §9 a cache cookie of more than 4093 characters", () => {
  // Calls limit the length of an image, so a longer one is written to the row directly.
  const setImageLength = (length: number) =>
    world.context.db
      .updateTable("user")
      .set({ image: "x".repeat(length) })
      .execute();

  test("is not set, and the session works without it", async () => {
    await setImageLength(4000);
    visitor.cookies.delete(CACHE_COOKIE);
    const response = await fetchSession();
    expect((await response.json()).user.image).toHaveLength(4000);
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith(CACHE_COOKIE))).toEqual([]);
    expect((await visitor.post("/api/auth/update-user", { name: "Renamed" })).status).toBe(200);
  });

  test("causes a warning in the log", async () => {
    const warnings: unknown[] = [];
    world.context.logger.warn = (message: unknown) => void warnings.push(message);
    await setImageLength(4000);
    visitor.cookies.delete(CACHE_COOKIE);
    await fetchSession();
    expect(warnings).toEqual(["account library: A session is too long to be cached in a cookie"]);
  });

  test("is not set, but a shorter one is", async () => {
    await setImageLength(2000);
    visitor.cookies.delete(CACHE_COOKIE);
    await fetchSession();
    expect([...visitor.cookies.keys()].some((name) => name.startsWith(CACHE_COOKIE))).toBe(true);
  });

  test("is detected with an exact limit", async () => {
    const getCookieLength = async (image: number) => {
      await setImageLength(image);
      for (const name of [...visitor.cookies.keys()]) if (name.startsWith(CACHE_COOKIE)) visitor.cookies.delete(name);
      await fetchSession();
      return [...visitor.cookies].reduce(
        (sum, [name, value]) => sum + (name.startsWith(CACHE_COOKIE) ? value.length : 0),
        0,
      );
    };
    const lengths: number[] = [];
    const short = await getCookieLength(2000);
    // Base64 encodes three characters of the image as four characters of the cookie.
    const edge = 2000 + Math.floor(((4093 - short) * 3) / 4);
    for (let image = edge - 4; image <= edge + 4; image += 1) lengths.push(await getCookieLength(image));
    expect(Math.max(...lengths)).toBeGreaterThan(4088);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4093);
    expect(lengths.at(-1)).toBe(0);
  });
});

describe("a session that has ended but is still cached", () => {
  beforeEach(endEverySession);

  test("is still returned by get-session", async () => {
    expect(await getReturnedName()).toBeTruthy();
  });

  test.for([
    ["GET", "/api/auth/list-accounts"],
    ["GET", "/api/auth/list-sessions"],
    ["POST", "/api/auth/update-user", { name: "Renamed" }],
    ["POST", "/api/auth/change-password", { currentPassword: "correct horse battery", newPassword: "another horse" }],
    ["POST", "/api/auth/change-email", { newEmail: "thief@example.com" }],
    ["POST", "/api/auth/delete-user", { password: "correct horse battery" }],
    ["POST", "/api/auth/unlink-account", { providerId: "credential" }],
    ["POST", "/api/auth/revoke-sessions", {}],
    ["POST", "/api/auth/account-info", { accountId: "x" }],
  ] as const)("is refused for %s %s", async ([method, path, body]) => {
    const response = method === "GET" ? await visitor.fetch(path) : await visitor.post(path, body);
    expect(response.status).toBe(401);
  });

  test("is refused if its cookies are separated without spaces", async () => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join(";");
    const response = await world.visitor().fetch("/api/auth/list-accounts", { headers: { cookie } });
    expect(response.status).toBe(401);
  });

  test("cannot save a loadout", async () => {
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
    const saved = visitor.trpc.loadout.save.mutate({ id: crypto.randomUUID(), name: "Mine", loadout, seenVersion: 0 });
    await expect(saved).rejects.toMatchObject({ data: { httpStatus: 401 } });
  });
});
