// The redirect targets of account calls: every field that contains one, with illegal and legal values.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createValidRedirects } from "#test/fixtures/any-redirect.ts";
import { listInvalidRedirects, VALID_REDIRECTS } from "#test/fixtures/redirects.ts";
import { getLink, getNewestMail, signUp } from "#test/harness/accounts.ts";
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
/** A field with a redirect target, and its call. */
type FieldPlace = readonly [part: "query" | "body", field: Field, path: string];

const FIELD_PLACES: readonly FieldPlace[] = [
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

/** Makes the call as a new visitor, with the value in the field. */
function send([part, field, path]: FieldPlace, value: unknown): Promise<Response> {
  const visitor = world.visitor();
  if (part === "body") return visitor.post(`/api/auth/${path}`, { [field]: value });
  return visitor.fetch(`/api/auth/${path}${new URLSearchParams({ [field]: String(value) })}`);
}

describe.for(FIELD_PLACES)("in the %s, %s of %s", ([...place]) => {
  const [part, field] = place;

  test("is refused when it does not lead to a page of this site", async () => {
    for (const address of listInvalidRedirects(world.origin)) {
      const response = await send(place, address);
      expect([address, response.status, (await response.json()).message]).toEqual([address, 403, MESSAGES[field]]);
      expect(response.headers.has("location")).toBe(false);
    }
  });

  test("may be a page of this site, with or without the origin", async () => {
    for (const address of [...VALID_REDIRECTS, `${world.origin}/bf4?tab=loadouts#x`]) {
      const response = await send(place, address);
      expect(await response.text()).not.toContain(MESSAGES[field]);
    }
  });

  if (part === "body") {
    test("must be a string", async () => {
      for (const value of [null, 7, true, ["/bf4"], ["/bf4", "//evil.example"], { href: "/bf4" }]) {
        const response = await send(place, value);
        expect([response.status, (await response.json()).message]).toEqual([400, "Invalid body parameters"]);
      }
    });
  } else {
    test("may occur only once", async () => {
      for (const first of ["/bf4", ""]) {
        const response = await world.visitor().fetch(`/api/auth/${place[2]}${field}=${first}&${field}=/bf4`);
        expect([response.status, (await response.json()).message]).toEqual([400, "Invalid query parameters"]);
      }
    });
  }
});

test("the query of a POST is checked, too", async () => {
  const response = await world.visitor().post("/api/auth/sign-out?callbackURL=/..//evil.example");
  expect([response.status, (await response.json()).message]).toEqual([403, "Invalid callbackURL"]);
});

test("of a duplicate key in a body, the effective value is checked", async () => {
  const headers = { "content-type": "application/json" };
  const body = '{"email":"al@example.com","callbackURL":"/bf4","callbackURL":"/..//evil.example"}';
  const response = await world.visitor().fetch("/api/auth/send-verification-email", { method: "POST", headers, body });
  expect([response.status, (await response.json()).message]).toEqual([403, "Invalid callbackURL"]);
});

test("200 generated legal addresses are redirected to unchanged", async () => {
  const account = await signUp(world.visitor());
  const link = new URL(getLink(await getNewestMail(account, world)));
  const generated = fc.sample(createValidRedirects(), { seed: 2042, numRuns: 200 });
  for (const address of [
    "/bf4?tab=loadouts#x",
    `${world.origin}/bf4?tab=loadouts#x`,
    ...VALID_REDIRECTS,
    ...generated,
  ]) {
    link.searchParams.set("callbackURL", address);
    const response = await world.visitor().fetch(link.href);
    expect([response.status, response.headers.get("location")]).toEqual([302, address]);
  }
});

test("a link mailed by a call without a redirect target is not refused", async () => {
  const account = await signUp(world.visitor());
  const visitor = world.visitor();
  await visitor.post("/api/auth/request-password-reset", { email: account.email });
  const response = await visitor.fetch(getLink(await getNewestMail(account, world)));
  expect([response.status, new URL(response.headers.get("location") ?? "", world.origin).origin]).toEqual([
    302,
    world.origin,
  ]);
});
