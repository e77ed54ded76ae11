// @alone
// Calls that need a session: without one they are refused as the account library refuses them.
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#server/auth/auth.ts";
import { type Endpoint, needsSession } from "#server/auth/contract/session-calls.ts";
import { dropCachedSession } from "#server/auth/sessions/session-of.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { SESSION_CALLS } from "#test/harness/session-calls.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Inputs that are no valid input of some call, or of none: some cannot be parsed, and the last are unfit for every call. */
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
/** Queries that no call takes, some of which are unfit. */
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

const read = async (answer: Response) => ({
  status: answer.status,
  text: await answer.text(),
  type: answer.headers.get("content-type"),
  cookies: answer.headers.getSetCookie(),
});

/** One of each kind: what reads cookies is the same for all. */
const SOME_CALLS = [
  { method: "POST", path: "/sign-out", body: "{}" },
  { method: "GET", path: "/list-accounts" },
  {
    method: "POST",
    path: "/change-password",
    body: JSON.stringify({ newPassword: "a new one", currentPassword: "old" }),
  },
];

let clients = 0;
/** What the account library itself answers. */
async function askLibrary(call: Call) {
  // Our HTTP server gives each POST a body, which may be empty.
  const body = call.method === "POST" && call.body === undefined ? { body: new ArrayBuffer(0) } : {};
  const init = getInit({ ...call, cookie: call.cookie ? dropCachedSession(call.cookie) : null });
  const request = new Request(`${world.origin}/api/auth${call.path}`, { ...init, ...body });
  clients += 1;
  request.headers.set(CLIENT_ADDRESS_HEADER, `192.0.2.${clients % 250}`);
  return read(await world.context.auth.handler(request));
}

async function askSite(call: Call) {
  const answer = await world.visitor().fetch(`/api/auth${call.path}`, getInit(call));
  return { ...(await read(answer)), cache: answer.headers.get("cache-control") };
}

/** Every call of the account library that needs a session. */
function listCalls(): { method: string; path: string }[] {
  const endpoints: Endpoint[] = Object.values(world.context.auth.api);
  const { disabledPaths } = world.context.auth.options;
  return endpoints.flatMap(({ path, ...rest }) =>
    path === undefined || disabledPaths.includes(path) || !needsSession({ path, ...rest })
      ? []
      : [rest.options.method].flat().map((method) => ({ method, path })),
  );
}

const TAKEN_BACK = ["session_token", "session_data", "dont_remember"].map(
  (name) => `fieldlocker.${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
);

/** The refusal is the library's, which the site gives without it; `isEnded`: of a session that has ended. */
async function expectSameRefusal(call: Call, isEnded = false): Promise<void> {
  vi.restoreAllMocks();
  const library = vi.spyOn(world.context.auth, "handler");
  const { cache, ...answer } = await askSite(call);
  const isEntered = library.mock.calls.length > 0;
  const expected = { ...(await askLibrary(call)), ...(isEnded && { cookies: TAKEN_BACK }) };
  expect({ call, ...answer, cache, isEntered }).toEqual({ call, ...expected, cache: "no-store", isEntered: false });
}

/** The cookie of a session whose row is changed so that the session is over. */
async function getCookieOfSession(change: (token: string) => Promise<unknown>): Promise<string> {
  const answer = await world.visitor().post("/api/auth/sign-in/anonymous", {});
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${COOKIE}=`));
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
  test.for(SESSION_CALLS)("%s is refused as the library does, which is not entered", async ([, call]) => {
    for (const cookie of COOKIES) {
      vi.restoreAllMocks();
      const expected = await askLibrary({ ...call, cookie });
      const library = vi.spyOn(world.context.auth, "handler");
      expect(await askSite({ ...call, cookie })).toEqual({ ...expected, cache: "no-store" });
      expect([cookie, library.mock.calls.length]).toEqual([cookie, 0]);
      expect([400, 401]).toContain(expected.status);
    }
  });

  test("every call with any input is refused as the library does, which is not entered", async () => {
    const calls = listCalls();
    expect(calls.length).toBeGreaterThan(SESSION_CALLS.length);
    for (const call of calls) {
      const bodies = call.method === "POST" ? [...BODIES, undefined] : [undefined];
      for (const body of bodies) await expectSameRefusal({ ...call, body });
      for (const query of QUERIES)
        await expectSameRefusal({ ...call, path: call.path + query, body: call.method === "POST" ? "{}" : undefined });
    }
  });

  test("any cookie that is of no session is refused as the library does, which is not entered", async () => {
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

  test("a session that has ended is none, and its cookie is taken back as the library does, which is not entered", async () => {
    const [ended, expired] = [await getEndedCookie(), await getExpiredCookie()];
    const bare = (await getEndedCookie()).replace(/%(2B|2F|3D)/g, (sign) => decodeURIComponent(sign));
    for (const [, { path, ...call }] of SESSION_CALLS)
      if (path !== "/sign-out") await expectSameRefusal({ path, ...call, cookie: ended }, true);
    for (const cookie of [expired, bare, `${ended}; ${COOKIE}=nonsense`, `theme=dark; ${ended}; ${ended}`]) {
      for (const call of SOME_CALLS.slice(1)) await expectSameRefusal({ ...call, cookie }, true);
      await expectSameRefusal({ method: "POST", path: "/change-email", body: "{", cookie }, true);
      const get = { method: "GET", path: "/get-session", cookie };
      expect(await askSite(get)).toMatchObject(await askLibrary(get));
      // Of it one may sign out.
      const leave = { method: "POST", path: "/sign-out", body: "{}", cookie };
      expect(await askSite(leave)).toMatchObject({ status: 200, cookies: TAKEN_BACK });
    }
  });

  test("a call by its path with a slash at its end is none, and the library is not entered", async () => {
    const library = vi.spyOn(world.context.auth, "handler");
    for (const { method, path } of listCalls()) {
      const { status } = await askSite({ method, path: `${path}/`, ...(method === "POST" && { body: "{}" }) });
      expect([path, status]).toEqual([path, 404]);
    }
    expect(library).not.toHaveBeenCalled();
  });

  test("no refusal is counted in the database", async () => {
    const counted = () => world.context.db.selectFrom("budget").select("id").execute();
    // On PostgreSQL the calls of each client have a row that all processes count in.
    const visitor = world.visitor();
    await visitor.fetch("/api/auth/ok");
    const before = await counted();
    for (const [, { path, ...call }] of SESSION_CALLS)
      await visitor.fetch(`/api/auth${path}`, getInit({ path, ...call }));
    expect(await counted()).toEqual(before);
  });
});
