// @alone
// Calls without a session get the same refusal as from the account library, without entering it.
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#server/auth/auth.ts";
import { type Endpoint, needsSession } from "#server/auth/contract/session-calls.ts";
import { dropCachedSession } from "#server/auth/sessions/session-of.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { SESSION_CALLS } from "#test/harness/session-calls.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Bodies that are invalid for some or all calls; some cannot be parsed. */
const BODIES = [
  ...[
    "{}",
    '{"newPassword":"password1","currentPassword":"x"}',
    '{"name":1}',
    '"x"',
    "null",
    "[]",
    "{",
    "",
    "{}}",
    "\uFEFF{}",
  ],
  ...[
    '{"name":"a\\u0000"}',
    `{"email":"${"a".repeat(300)}"}`,
    '{"x":{"__proto__":1}}',
    "[".repeat(20) + "]".repeat(20),
  ],
];
/** Queries with unknown or invalid parameters. */
const QUERIES = [
  "?name=a&name=b",
  "?limit=0",
  "?name=%00",
  "?toString=1",
  "?__proto__=1",
  `?context=${"a".repeat(2000)}`,
];

const COOKIE = "fieldlocker.session_token";
const TOKEN = "x".repeat(32);
const sign = (secret: string): string =>
  encodeURIComponent(`${TOKEN}.${createHmac("sha256", secret).update(TOKEN).digest("base64")}`);
/** Cookies without a session. */
const COOKIES = [
  null,
  "theme=dark",
  `${COOKIE}=`,
  `${COOKIE}=nonsense`,
  `${COOKIE}=%E0%A4%A`,
  `${COOKIE}=${sign("another secret, unknown to the server")}`,
] as const;

let world: World;
beforeAll(async () => {
  world = await makeWorld({ environment: { CALLS_PER_MINUTE: "1000000" }, singleProcess: USES_INTERNALS });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world[Symbol.asyncDispose]());

type Call = { method: string; path: string; body?: string | undefined; cookie?: string | null };

const getInit = ({ method, body, cookie }: Call) => ({
  method,
  headers: {
    origin: world.origin,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(cookie && { cookie }),
  },
  ...(body !== undefined && { body }),
});

const read = async (response: Response) => ({
  status: response.status,
  text: await response.text(),
  type: response.headers.get("content-type"),
  cookies: response.headers.getSetCookie(),
});

/** One call of each kind, because all calls read cookies in the same way. */
const SOME_CALLS = [
  { method: "POST", path: "/sign-out", body: "{}" },
  { method: "GET", path: "/list-accounts" },
  {
    method: "POST",
    path: "/change-password",
    body: JSON.stringify({ newPassword: "a new one", currentPassword: "old" }),
  },
];

let clientCount = 0;
/** Returns the response of the account library itself. */
async function askLibrary(call: Call) {
  // The HTTP server passes a body with each POST, which may be empty.
  const body = call.method === "POST" && call.body === undefined ? { body: new ArrayBuffer(0) } : {};
  const init = getInit({ ...call, cookie: call.cookie ? dropCachedSession(call.cookie) : null });
  const request = new Request(`${world.origin}/api/auth${call.path}`, { ...init, ...body });
  clientCount += 1;
  request.headers.set(CLIENT_ADDRESS_HEADER, `192.0.2.${clientCount % 250}`);
  return read(await world.context.auth.handler(request));
}

async function askSite(call: Call) {
  const response = await world.visitor().fetch(`/api/auth${call.path}`, getInit(call));
  return { ...(await read(response)), cache: response.headers.get("cache-control") };
}

/** Lists every call of the account library that needs a session. */
function listCalls(): { method: string; path: string }[] {
  const endpoints: Endpoint[] = Object.values(world.context.auth.api);
  const { disabledPaths } = world.context.auth.options;
  return endpoints.flatMap(({ path, ...rest }) =>
    path === undefined || disabledPaths.includes(path) || !needsSession({ path, ...rest })
      ? []
      : [rest.options.method].flat().map((method) => ({ method, path })),
  );
}

const CLEARED_COOKIES = ["session_token", "session_data", "dont_remember"].map(
  (name) => `fieldlocker.${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
);

/** Expects the library's refusal without the library being called. `isEnded` means the cookie is of an ended session. */
async function expectSameRefusal(call: Call, isEnded = false): Promise<void> {
  vi.restoreAllMocks();
  const library = vi.spyOn(world.context.auth, "handler");
  const { cache, ...response } = await askSite(call);
  const isEntered = library.mock.calls.length > 0;
  const expected = { ...(await askLibrary(call)), ...(isEnded && { cookies: CLEARED_COOKIES }) };
  expect({ call, ...response, cache, isEntered }).toEqual({ call, ...expected, cache: "no-store", isEntered: false });
}

/** Creates a session and ends it with `change`; returns its cookie. */
async function getCookieOfSession(change: (token: string) => Promise<unknown>): Promise<string> {
  const response = await world.visitor().post("/api/auth/sign-in/anonymous", {});
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${COOKIE}=`));
  const [pair = ""] = (cookie ?? "").split(";");
  await change(pair.slice(COOKIE.length + 1).split(".")[0] ?? "");
  return pair;
}

const getEndedCookie = (): Promise<string> =>
  getCookieOfSession((token) => world.context.db.deleteFrom("session").where("token", "=", token).execute());

const getExpiredCookie = (): Promise<string> =>
  getCookieOfSession((token) => {
    const expired = { expiresAt: new Date("2026-01-01") };
    return world.context.db.updateTable("session").set(expired).where("token", "=", token).execute();
  });

describe("without a session", () => {
  test.for(SESSION_CALLS)("%s gets the library's refusal without calling the library", async ([, call]) => {
    for (const cookie of COOKIES) {
      vi.restoreAllMocks();
      const expected = await askLibrary({ ...call, cookie });
      const library = vi.spyOn(world.context.auth, "handler");
      expect(await askSite({ ...call, cookie })).toEqual({ ...expected, cache: "no-store" });
      expect([cookie, library.mock.calls.length]).toEqual([cookie, 0]);
      expect([400, 401]).toContain(expected.status);
    }
  });

  test("every call with any input gets the library's refusal without calling the library", async () => {
    const calls = listCalls();
    expect(calls.length).toBeGreaterThan(SESSION_CALLS.length);
    for (const call of calls) {
      const bodies = call.method === "POST" ? [...BODIES, undefined] : [undefined];
      for (const body of bodies) await expectSameRefusal({ ...call, body });
      for (const query of QUERIES)
        await expectSameRefusal({ ...call, path: call.path + query, body: call.method === "POST" ? "{}" : undefined });
    }
  });

  test("any cookie without a session gets the library's refusal without calling the library", async () => {
    const other = `${COOKIE}=nonsense`;
    for (const cookie of [
      ...[`${other}; ${other}`, `${other}; ${await getEndedCookie()}`, `x${COOKIE}=a`, `${COOKIE}2=a`, `a=${COOKIE}`],
      ...[`${COOKIE}="nonsense"`, `${COOKIE} = nonsense`, `a;${other}`, `a=1;;${other}`, `${COOKIE}`, `; ${other} ;`],
      ...["fieldlocker.session_data=a", "a=fieldlocker.session_data", "fieldlocker.session_data"],
      ...[`a=fieldlocker.session_data; ${other}`, `fieldlocker.session_data.0=a; ${other}`],
      `${COOKIE}=${TOKEN}.${"-".repeat(43)}%3D`,
    ]) {
      for (const call of SOME_CALLS) await expectSameRefusal({ ...call, cookie });
    }
  });

  test("the cookie of an ended session is refused and cleared as by the library, without calling it", async () => {
    const [ended, expired] = [await getEndedCookie(), await getExpiredCookie()];
    const bare = (await getEndedCookie()).replace(/%(2B|2F|3D)/g, (sign) => decodeURIComponent(sign));
    for (const [, { path, ...call }] of SESSION_CALLS)
      if (path !== "/sign-out") await expectSameRefusal({ path, ...call, cookie: ended }, true);
    for (const cookie of [expired, bare, `${ended}; ${COOKIE}=nonsense`, `theme=dark; ${ended}; ${ended}`]) {
      for (const call of SOME_CALLS.slice(1)) await expectSameRefusal({ ...call, cookie }, true);
      await expectSameRefusal({ method: "POST", path: "/change-email", body: "{", cookie }, true);
      const get = { method: "GET", path: "/get-session", cookie };
      expect(await askSite(get)).toMatchObject(await askLibrary(get));
      // Signing out of an ended session succeeds.
      const leave = { method: "POST", path: "/sign-out", body: "{}", cookie };
      expect(await askSite(leave)).toMatchObject({ status: 200, cookies: CLEARED_COOKIES });
    }
  });

  test("a path with a trailing slash is 404 without calling the library", async () => {
    const library = vi.spyOn(world.context.auth, "handler");
    for (const { method, path } of listCalls()) {
      const { status } = await askSite({ method, path: `${path}/`, ...(method === "POST" && { body: "{}" }) });
      expect([path, status]).toEqual([path, 404]);
    }
    expect(library).not.toHaveBeenCalled();
  });

  test("refusals are not counted in the database", async () => {
    const countRows = () => world.context.db.selectFrom("budget").select("id").execute();
    // On PostgreSQL, each client has a row in which all processes count its calls; this call creates it.
    const visitor = world.visitor();
    await visitor.fetch("/api/auth/ok");
    const before = await countRows();
    for (const [, { path, ...call }] of SESSION_CALLS)
      await visitor.fetch(`/api/auth${path}`, getInit({ path, ...call }));
    expect(await countRows()).toEqual(before);
  });
});
