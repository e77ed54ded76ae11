// The specification's §5 about allowed redirect targets and request origins, and §9 about the base path.
import { createAuthClient } from "better-auth/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { readRefusal } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const FIELDS = [
  ["callbackURL", "sign-in/email", "Invalid callbackURL"],
  ["redirectTo", "request-password-reset", "Invalid redirectURL"],
  ["errorCallbackURL", "sign-in/social", "Invalid errorCallbackURL"],
  ["newUserCallbackURL", "sign-in/social", "Invalid newUserCallbackURL"],
] as const;
const PERSON = { email: "al@example.com", password: "correct horse battery", provider: "discord" };
const send = (call: string, field: string, address: string) =>
  world.visitor().post(`/api/auth/${call}`, { ...PERSON, [field]: address });

describe.for(FIELDS)("§5 redirect targets: %s of %s", ([field, call, message]) => {
  test.for([
    ["another origin", "https://evil.example/"],
    ["a path that starts with a double slash", "//evil.example"],
    ["a path that starts with an encoded slash", "/%2fevil.example"],
    ["a path that starts with a backslash", "/\\evil.example"],
    ["a javascript: URL", "javascript:alert(1)"],
  ] as const)("is refused for %s", async ([, address]) => {
    expect(await readRefusal(await send(call, field, address))).toEqual([403, message]);
  });

  test.for(["/account", "/bf4?tab=loadouts", "/account#email"])(
    "is accepted for the relative path %s",
    async (address) => {
      expect((await send(call, field, address)).status).not.toBe(403);
    },
  );

  test("is accepted for a page of the site's own origin", async () => {
    expect((await send(call, field, `${world.origin}/account`)).status).not.toBe(403);
  });
});

describe("§5 redirect targets: callbackURL in the query", () => {
  test.for(["verify-email?token=x&", "reset-password/x?", "delete-user/callback?token=x&"])(
    "is refused for another origin in %s",
    async (call) => {
      const response = await world.visitor().fetch(`/api/auth/${call}callbackURL=https://evil.example/`);
      expect(await readRefusal(response)).toEqual([403, "Invalid callbackURL"]);
    },
  );
});

describe("§5 the origin of a POST", () => {
  const changeName = async (headers: Record<string, string>) => {
    const { visitor } = await signUpAndSignIn(world);
    return visitor.fetch("/api/auth/update-user", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ name: "Changed" }),
    });
  };

  test("is refused for another site if the request has cookies", async () => {
    expect((await changeName({ origin: "https://evil.example" })).status).toBe(403);
  });

  test("is refused if it is null and the request has cookies", async () => {
    expect((await changeName({ origin: "null" })).status).toBe(403);
  });

  test("is accepted for this site", async () => {
    expect((await changeName({ origin: world.origin })).status).toBe(200);
  });

  test("is required if the request has cookies", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, "content-type": "application/json", "x-forwarded-for": visitor.address };
    const init = { method: "POST", headers, body: JSON.stringify({ name: "Changed" }) };
    expect((await fetch(`${world.origin}/api/auth/update-user`, init)).status).toBe(403);
  });
});

describe("§2 §9 the client talks to the page's origin and /api/auth, the base path", () => {
  test("the client uses it by default", async () => {
    const requests: string[] = [];
    const customFetchImpl: typeof fetch = async (input, init) => {
      requests.push(String(input instanceof Request ? input.url : input));
      return fetch(input, init);
    };
    const client = createAuthClient({ baseURL: world.origin, fetchOptions: { customFetchImpl } });
    expect((await client.getSession()).data).toBeNull();
    expect(requests).toEqual([`${world.origin}/api/auth/get-session`]);
  });

  test("links in mails use it", async () => {
    const { account } = await signUpAndSignIn(world);
    const mail = (await world.mails()).find(({ to }) => to === account.email);
    expect(mail?.text).toContain(`${world.origin}/api/auth/verify-email?token=`);
  });
});
