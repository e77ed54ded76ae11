// The redirect targets of account calls: every field that holds one, with each kind of illegal value and with legal
// values.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { legalRedirect } from "#test/fixtures/any-redirect.ts";
import { illegalRedirects, LEGAL_REDIRECTS } from "#test/fixtures/redirects.ts";
import { linkIn, newestMailTo, signUp } from "#test/harness/accounts.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const MESSAGES = {
  callbackURL: "Invalid callbackURL",
  redirectTo: "Invalid redirectURL",
  errorCallbackURL: "Invalid errorCallbackURL",
  newUserCallbackURL: "Invalid newUserCallbackURL",
} as const;

type Field = keyof typeof MESSAGES;
/** Where the field stands, and the call. */
type Place = readonly [part: "query" | "body", field: Field, path: string];

const PLACES: readonly Place[] = [
  ["query", "callbackURL", "verify-email?token=x&"],
  ["query", "callbackURL", "reset-password/x?"],
  ["query", "callbackURL", "delete-user/callback?token=x&"],
  ["query", "errorCallbackURL", "callback/discord?state=x&"],
  ["query", "redirectTo", "get-session?"],
  ["query", "newUserCallbackURL", "ok?"],
  ["body", "callbackURL", "sign-up/email"],
  ["body", "callbackURL", "sign-in/email"],
  ["body", "callbackURL", "sign-in/social"],
  ["body", "errorCallbackURL", "sign-in/social"],
  ["body", "newUserCallbackURL", "sign-in/social"],
  ["body", "callbackURL", "link-social"],
  ["body", "errorCallbackURL", "link-social"],
  ["body", "callbackURL", "send-verification-email"],
  ["body", "redirectTo", "request-password-reset"],
  ["body", "redirectTo", "forget-password"],
  ["body", "callbackURL", "change-email"],
  ["body", "callbackURL", "delete-user"],
];

/** Sends the call with the value in its place, as a new visitor. */
function send([part, field, path]: Place, value: unknown): Promise<Response> {
  const visitor = world.visitor();
  if (part === "body") return visitor.post(`/api/auth/${path}`, { [field]: value });
  return visitor.fetch(`/api/auth/${path}${new URLSearchParams({ [field]: String(value) })}`);
}

describe.for(PLACES)("in the %s, %s of %s", ([...place]) => {
  const [part, field] = place;

  test("leads nowhere but to a page of ours", async () => {
    for (const address of illegalRedirects(world.origin)) {
      const answer = await send(place, address);
      expect([address, answer.status, (await answer.json()).message]).toEqual([address, 403, MESSAGES[field]]);
      expect(answer.headers.has("location")).toBe(false);
    }
  });

  test("may be a page of ours, alone or behind the site's origin", async () => {
    for (const address of [...LEGAL_REDIRECTS, `${world.origin}/bf4?tab=loadouts#x`]) {
      const answer = await send(place, address);
      expect(await answer.text()).not.toContain(MESSAGES[field]);
    }
  });

  if (part === "body") {
    test("is one text", async () => {
      for (const value of [null, 7, true, ["/bf4"], ["/bf4", "//evil.example"], { href: "/bf4" }]) {
        const answer = await send(place, value);
        expect([answer.status, (await answer.json()).message]).toEqual([400, "Invalid body parameters"]);
      }
    });
  } else {
    test("stands there once", async () => {
      for (const first of ["/bf4", ""]) {
        const answer = await world.visitor().fetch(`/api/auth/${place[2]}${field}=${first}&${field}=/bf4`);
        expect([answer.status, (await answer.json()).message]).toEqual([400, "Invalid query parameters"]);
      }
    });
  }
});

test("the query of a POST is judged, too", async () => {
  const answer = await world.visitor().post("/api/auth/sign-out?callbackURL=/..//evil.example");
  expect([answer.status, (await answer.json()).message]).toEqual([403, "Invalid callbackURL"]);
});

test("of a key that stands twice in a body, the one is judged that counts", async () => {
  const headers = { "content-type": "application/json" };
  const body = '{"email":"al@example.com","callbackURL":"/bf4","callbackURL":"/..//evil.example"}';
  const answer = await world.visitor().fetch("/api/auth/send-verification-email", { method: "POST", headers, body });
  expect([answer.status, (await answer.json()).message]).toEqual([403, "Invalid callbackURL"]);
});

test("200 legal addresses arrive unchanged", async () => {
  const account = await signUp(world.visitor());
  const link = new URL(linkIn(await newestMailTo(account, world)));
  const drawn = fc.sample(legalRedirect(), { seed: 2042, numRuns: 200 });
  for (const address of ["/bf4?tab=loadouts#x", `${world.origin}/bf4?tab=loadouts#x`, ...LEGAL_REDIRECTS, ...drawn]) {
    link.searchParams.set("callbackURL", address);
    const answer = await world.visitor().fetch(link.href);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, address]);
  }
});

test("a link mailed by a call without an address is no attack", async () => {
  const account = await signUp(world.visitor());
  const visitor = world.visitor();
  await visitor.post("/api/auth/request-password-reset", { email: account.email });
  const answer = await visitor.fetch(linkIn(await newestMailTo(account, world)));
  expect([answer.status, new URL(answer.headers.get("location") ?? "", world.origin).origin]).toEqual([
    302,
    world.origin,
  ]);
});
