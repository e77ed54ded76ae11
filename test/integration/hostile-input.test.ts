// Whatever a stranger sends is answered, and never by a failure of ours: a seeded share of all that could be sent.
import fc from "fast-check";
import { expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { signUpAndIn } from "#test/world/accounts.ts";
import type { Visitor } from "#test/world/visitor.ts";
import { makeWorld, type World } from "#test/world/world.ts";

const SEED = 2042;
const RUNS_PER_CALL = 20;
const AT_ONCE = 8;
/** Longer ones are refused by Node itself. */
const LONGEST_PATH = 12_000;

type Fields = Record<string, unknown>;
type CallKind = "GET" | "POST" | "QUERY" | "MUTATION";
/** How a call is made, its path, and fields as they should be. */
type Target = readonly [kind: CallKind, path: string, fields: Fields];

const ADDRESS = "stranger@example.com";
const PASSWORD = "correct horse battery";
const LANDING = { callbackURL: "/login" };

/** Text that no database can compress into an index. */
const [INCOMPRESSIBLE = ""] = fc.sample(
  fc.string({ unit: fc.constantFrom(..."abcdefghijklmnop0123456789"), minLength: 3000, maxLength: 3000 }),
  { seed: SEED, numRuns: 1 },
);

const ACCOUNT_CALLS: readonly Target[] = [
  ["GET", "ok", {}],
  ["GET", "error", { error: "state_not_found" }],
  ["GET", "get-session", { disableCookieCache: "true", disableRefresh: "true" }],
  ["GET", "list-accounts", {}],
  ["GET", "list-sessions", {}],
  ["GET", "verify-email", { token: "x", ...LANDING }],
  ["GET", "reset-password/x", LANDING],
  ["GET", "delete-user/callback", { token: "x", ...LANDING }],
  ["GET", "callback/discord", { code: "x", state: "x", error: "x", error_description: "x", device_id: "x", user: "x" }],
  ["POST", "callback/discord", { code: "x", state: "x", user: "x" }],
  ["POST", "sign-up/email", { name: "Al", email: ADDRESS, password: PASSWORD, image: "/al.png", ...LANDING }],
  ["POST", "sign-in/email", { email: ADDRESS, password: PASSWORD, rememberMe: true, ...LANDING }],
  ["POST", "sign-in/anonymous", {}],
  ["POST", "sign-in/social", { provider: "discord", idToken: { token: "x" }, scopes: ["email"], ...LANDING }],
  ["POST", "send-verification-email", { email: ADDRESS, ...LANDING }],
  ["POST", "request-password-reset", { email: ADDRESS, redirectTo: "/reset-password" }],
  ["POST", "forget-password", { email: ADDRESS, redirectTo: "/reset-password" }],
  ["POST", "reset-password", { newPassword: PASSWORD, token: "x" }],
  ["POST", "change-password", { newPassword: PASSWORD, currentPassword: "x", revokeOtherSessions: false }],
  ["POST", "set-password", { newPassword: PASSWORD }],
  ["POST", "change-email", { newEmail: ADDRESS, ...LANDING }],
  ["POST", "update-user", { name: "Al", image: "/al.png" }],
  ["POST", "delete-user", { password: "x", token: "x", ...LANDING }],
  ["POST", "link-social", { provider: "discord", scopes: ["email"], ...LANDING }],
  ["POST", "unlink-account", { providerId: "discord", accountId: "x" }],
  ["POST", "get-access-token", { providerId: "discord", accountId: "x", userId: "x" }],
  ["POST", "refresh-token", { providerId: "discord", accountId: "x", userId: "x" }],
  ["POST", "account-info", { accountId: "x" }],
  ["POST", "revoke-session", { token: "x" }],
  ["GET", INCOMPRESSIBLE, {}],
  ["GET", `reset-password/${INCOMPRESSIBLE}`, LANDING],
];

const ID = "0b8e6f1c-6a5f-4d3e-9a51-3f2b7c9d1e20";

function dataCalls({ context }: World): readonly Target[] {
  const cursor = { updatedAt: "2026-01-01T00:00:00.000Z", id: ID };
  const loadout = starterLoadout(context.arsenals.bf4, "assault");
  return [
    ["QUERY", "arsenal.overview", {}],
    ["QUERY", "arsenal.list", { game: "bf4" }],
    ["QUERY", "arsenal.weapon", { game: "bf4", id: "ak-12" }],
    ["QUERY", "arsenal.equipment", { game: "bf2042" }],
    ["QUERY", "loadout.list", { game: "bf4", limit: 2, cursor, direction: "forward" }],
    ["QUERY", "loadout.counts", {}],
    ["QUERY", "loadout.get", { id: ID }],
    ["MUTATION", "loadout.save", { id: ID, name: "First", loadout, seenVersion: 0 }],
    ["MUTATION", "loadout.save", { ...loadout, id: ID }],
    ["MUTATION", "loadout.remove", { id: ID }],
    ["MUTATION", "loadout.restore", { id: ID }],
  ];
}

const hostileText = fc.constantFrom(
  "",
  " ",
  "\0",
  "a\0b",
  "a\0b@example.com",
  "\ud800",
  "tail\udc00",
  "\u{1f480}\u202e\u0301",
  "Ａｌ@ｅｘａｍｐｌｅ．ｃｏｍ",
  "<script>alert(1)</script>",
  "' OR 1=1; --",
  "%00%ff%",
  "../../etc/passwd",
  "//evil.example",
  "line\r\nSet-Cookie: a=b",
  "__proto__",
  "9999-99-99T99:99:99Z",
  `${INCOMPRESSIBLE}@example.com`,
  INCOMPRESSIBLE,
);

const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { length: 1e9 }, Array(5000).fill(0)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A body's text, and its fields where they are what a query can hold, too. */
type Hostile = { text: string; fields: Fields | null };

/** One field spoilt or one added that only the server may set; else nothing as it should be. */
function hostile(fields: Fields): fc.Arbitrary<Hostile> {
  const spoilt = fc.tuple(fc.constantFrom(...Object.keys(fields), "emailVerified"), hostileValue);
  return fc.oneof(
    { weight: 6, arbitrary: spoilt.map(([name, value]) => ({ ...fields, [name]: value })).map(hostileFrom) },
    { weight: 1, arbitrary: hostileValue.map((value) => ({ text: JSON.stringify(value), fields: null })) },
    { weight: 1, arbitrary: fc.constantFrom(...NO_BODIES).map((text) => ({ text, fields: null })) },
  );
}

const hostileFrom = (fields: Fields): Hostile => ({ text: JSON.stringify(fields), fields });

const NO_BODIES = [
  "",
  "{",
  '{"__proto__":{"emailVerified":true},"constructor":{"prototype":{}}}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(8000)}1${"}".repeat(8000)}`,
  `{${Array.from({ length: 6000 }, (_, key) => `"${key}":0`).join()}}`,
];

function requestOf([kind, path, fields]: Target, sent: Hostile): [path: string, init: RequestInit] {
  const { text } = sent;
  if (kind === "QUERY") return [`/api/trpc/${path}?input=${encodeURIComponent(text)}`.slice(0, LONGEST_PATH), {}];
  if (kind === "GET") return [`/api/auth/${path}?${queryOf(fields, sent)}`.slice(0, LONGEST_PATH), {}];
  const root = kind === "POST" ? "/api/auth" : "/api/trpc";
  return [`${root}/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: text }];
}

function queryOf(fields: Fields, sent: Hostile): string {
  const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const given = Object.keys(sent.fields ?? fields).map((name) => [name, textOf(sent.fields?.[name] ?? sent.text)]);
  return new URLSearchParams(given).toString();
}

/** Each request comes from an address of its own, so that no limit hides an answer. */
function strangerLike(world: World, { cookies }: Visitor): Visitor {
  const stranger = world.visitor();
  for (const [name, value] of cookies) stranger.cookies.set(name, value);
  return stranger;
}

test("hostile input is answered, signed in or out, and never by a failure of ours", async () => {
  await using world = await makeWorld();
  const { visitor: signedIn } = await signUpAndIn(world);
  const signedOut = world.visitor();
  const requests = [...ACCOUNT_CALLS, ...dataCalls(world)].flatMap((target, index) =>
    fc
      .sample(hostile(target[2]), { seed: SEED + index, numRuns: RUNS_PER_CALL })
      .map((sent) => [target, sent] as const),
  );
  const failures: string[] = [];
  const limited: string[] = [];
  for (let first = 0; first < requests.length; first += AT_ONCE) {
    const together = requests.slice(first, first + AT_ONCE).flatMap(([target, sent]) =>
      [signedIn, signedOut].map(async (visitor) => {
        const [path, init] = requestOf(target, sent);
        const { status } = await strangerLike(world, visitor).fetch(path, init);
        if (status >= 500) failures.push(`${status} ${target[0]} ${target[1]} ${sent.text.slice(0, 200)}`);
        if (status === 429) limited.push(target[1]);
      }),
    );
    await Promise.all(together);
  }
  expect(failures).toEqual([]);
  expect(limited).toEqual([]);
  const session = await (await signedIn.fetch("/api/auth/get-session")).json();
  expect(session.user.email).toMatch(/^person-\d+@example\.com$/);
});
