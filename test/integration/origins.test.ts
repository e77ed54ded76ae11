// Requests from other sites, and requests with a forged address, method or host.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink, getNewestMail, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getAddress, listCalls } from "#test/harness/open-calls.ts";
import { getHost, sendRaw } from "#test/harness/processes/raw.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const JSON_TYPE = { "content-type": "application/json" };

/** Lists every call that may change data, except provider callbacks, which the state parameter protects. */
const listChangingCalls = () =>
  listCalls(world)
    .filter(({ kind, path }) => (kind === "POST" || kind === "MUTATION") && !path.startsWith("/callback/"))
    .map((call) => getAddress(call));

/** GET calls that change data. */
const STATE_CHANGING_GETS: ReadonlySet<string> = new Set([
  "/verify-email",
  "/delete-user/callback",
  "/callback/:id",
  "/passkey/generate-register-options",
  "/passkey/generate-authenticate-options",
]);

/** Tables that any request, or no request, may change: rate limits, and the leases and heartbeats of processes. */
const IGNORED_TABLES: ReadonlySet<string> = new Set(["budget", "rateLimit", "lease", "heartbeat"]);

/** Returns all rows of the database, except those of `IGNORED_TABLES`. */
async function readRows(): Promise<string> {
  const { db } = world.context;
  const tables = (await db.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !IGNORED_TABLES.has(name),
  );
  expect(tables.length).toBeGreaterThan(20);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as "user")
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows.map((table) => table.map((row) => JSON.stringify(row)).toSorted()));
}

const listSimilarOrigins = (origin: string): string[] => {
  const { protocol, hostname, port } = new URL(origin);
  return [
    "null",
    "https://evil.example",
    `${origin}.evil.example`,
    `${protocol}//${hostname}.evil.example:${port}`,
    `${protocol}//evil-${hostname}:${port}`,
    `${protocol}//evil.${hostname}:${port}`,
    `${protocol}//${hostname}:${Number(port) + 1}`,
    `${protocol}//${hostname}`,
    `https://${hostname}:${port}`,
    `${origin}@evil.example`,
    `${protocol}//evil@${hostname}:${port}`,
    `${origin}/`,
    `${origin}/login`,
    origin.toUpperCase(),
    `${origin}, https://evil.example`,
    `${protocol}//127.0.0.1:${port}`,
    "",
  ];
};

describe("a request from another site", () => {
  let visitor: Visitor;
  beforeAll(async () => {
    ({ visitor } = await signUpAndSignIn(world));
  });

  const expectAllRefused = async (headers: Record<string, string>, send: (path: string) => Promise<Response>) => {
    const before = await readRows();
    for (const path of listChangingCalls()) {
      const response = await send(path);
      expect([path, headers, response.status]).toEqual([path, headers, 403]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await readRows()).toBe(before);
  };

  test("is refused by every call that changes data, also with an origin that resembles the site's", async () => {
    for (const origin of listSimilarOrigins(world.origin)) {
      const headers = { ...JSON_TYPE, origin };
      for (const sender of [moveToNewAddress(visitor, world), world.visitor()]) {
        await expectAllRefused(headers, (path) => sender.fetch(path, { method: "POST", headers, body: "{}" }));
      }
    }
  });

  test("is refused with cookies but without an Origin header", async () => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...JSON_TYPE, cookie };
    await expectAllRefused(headers, (path) => fetch(world.origin + path, { method: "POST", headers, body: "{}" }));
  });

  test.for(["cross-site", "same-site"])(
    "is refused when the browser marks it as %s, also without cookies",
    async (site) => {
      const headers = { ...JSON_TYPE, origin: world.origin, "sec-fetch-site": site };
      await expectAllRefused(headers, (path) => world.visitor().fetch(path, { method: "POST", headers, body: "{}" }));
    },
  );

  test("cannot read responses: preflights are refused, and no response allows another origin", async () => {
    const origin = "https://evil.example";
    for (const path of ["/api/auth/get-session", "/api/auth/sign-in/email", "/api/trpc/loadout.save"]) {
      const preflightHeaders = `Origin: ${origin}\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type`;
      const preflight = await sendRaw(
        world,
        `OPTIONS ${path} HTTP/1.1\r\nHost: ${getHost(world)}\r\n${preflightHeaders}\r\nConnection: close\r\n\r\n`,
      );
      expect(preflight).toMatch(/^HTTP\/1\.1 405 /);
      expect(preflight).not.toMatch(/access-control/i);
      const read = await visitor.fetch(path, { headers: { origin } });
      expect([...read.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("HEAD", () => {
  test("does not verify an address, and does not use up the link", async () => {
    const visitor = world.visitor();
    const account = await signUp(visitor);
    const link = getLink(await getNewestMail(account, world));
    const before = await readRows();
    await visitor.fetch(link, { method: "HEAD" });
    expect(await readRows()).toBe(before);
    expect((await visitor.fetch(link)).headers.get("location")).toBe("/verify-email");
    expect(await readRows()).not.toBe(before);
  });

  test("deletes no user", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    await visitor.post("/api/auth/delete-user");
    const link = getLink(await getNewestMail(account, world));
    const before = await readRows();
    await visitor.fetch(link, { method: "HEAD" });
    expect(await readRows()).toBe(before);
  });

  test("gets the same response as GET from every account call whose GET changes nothing", async () => {
    const { visitor: person } = await signUpAndSignIn(world);
    const calls = listCalls(world).filter(({ kind, path }) => kind === "GET" && !STATE_CHANGING_GETS.has(path));
    expect(calls.length).toBeGreaterThan(10);
    const readResponse = async (visitor: Visitor, address: string, method: string) => {
      const response = await visitor.fetch(address, { method });
      const { status, headers } = response;
      const headerValues = ["content-type", "cache-control", "location", "allow"].map((name) => headers.get(name));
      return { address, status, headerValues };
    };
    for (const visitor of [person, world.visitor()]) {
      for (const address of [...calls.map((call) => getAddress(call)), "/api/auth/reset-password/x?callbackURL=/"]) {
        expect(await readResponse(visitor, address, "HEAD")).toEqual(await readResponse(visitor, address, "GET"));
      }
    }
    expect(await (await person.fetch("/api/auth/get-session", { method: "HEAD" })).text()).toBe("");
  });

  test("has no effect on a call whose GET changes data", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const before = await readRows();
    for (const path of STATE_CHANGING_GETS) {
      const address = `/api/auth${path.replace(":id", "github")}`;
      const { status } = await visitor.fetch(address, { method: "HEAD" });
      expect([path, status]).toEqual([path, path.endsWith("authenticate-options") ? 200 : 405]);
    }
    expect(await readRows()).toBe(before);
  });

  test("does not extend a session", async () => {
    const { visitor: person } = await signUpAndSignIn(world);
    const { db } = world.context;
    const soon = new Date(Date.now() + 24 * 60 * 60_000);
    await db.updateTable("session").set({ expiresAt: soon }).execute();
    const before = await readRows();
    expect((await person.fetch("/api/auth/get-session", { method: "HEAD" })).status).toBe(200);
    expect(await readRows()).toBe(before);
    await person.fetch("/api/auth/get-session");
    expect(await readRows()).not.toBe(before);
  });

  test("is answered 404 where no GET exists", async () => {
    expect((await world.visitor().fetch("/api/auth/change-password", { method: "HEAD" })).status).toBe(404);
  });

  test("changes nothing at any call", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const before = await readRows();
    for (const call of listCalls(world)) {
      expect((await visitor.fetch(getAddress(call), { method: "HEAD" })).status).toBeLessThan(500);
    }
    expect(await readRows()).toBe(before);
  });
});

test("ignores method-override headers and fields", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const before = await readRows();
  for (const method of ["POST", "DELETE", "PUT"]) {
    const names = ["x-http-method-override", "x-http-method", "x-method-override"];
    const headers = Object.fromEntries(names.map((name) => [name, method]));
    for (const path of ["/api/auth/sign-out", "/api/auth/revoke-sessions", "/api/trpc/loadout.remove"]) {
      const { status } = await visitor.fetch(`${path}?_method=${method}`, { headers });
      expect([path, [404, 405].includes(status)]).toEqual([path, true]);
    }
  }
  expect(await readRows()).toBe(before);
});

test("ignores forwarded host headers in links, cookies and redirects", async () => {
  const headers = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "444",
    "x-forwarded-prefix": "/evil",
    "x-original-url": "/evil",
    "x-rewrite-url": "/evil",
    forwarded: "host=evil.example;proto=https",
  };
  const visitor = world.visitor();
  const responses: Response[] = [];
  const send = async (path: string, body?: object) => {
    const init = body
      ? { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) }
      : { headers };
    const response = await visitor.fetch(path, init);
    responses.push(response);
    return response;
  };
  const account = { name: "Al", email: "forwarded@example.com", password: "correct horse battery" };
  await send("/api/auth/sign-up/email", account);
  await send(getLink(await getNewestMail(account, world)));
  await send("/api/auth/request-password-reset", { email: account.email, redirectTo: "/reset-password" });
  await send(getLink(await getNewestMail(account, world)));
  await send("/api/auth/change-email", { newEmail: "other@example.com", callbackURL: "/account" });
  await send("/api/auth/delete-user", { callbackURL: "/" });
  await send("/api/auth/error?error=x");
  await send("/.well-known/change-password");
  expect(responses.map(({ status }) => status)).toEqual([200, 302, 200, 302, 200, 200, 200, 302]);
  const accountMails = (await world.mails()).filter(({ to }) => to === account.email);
  expect(accountMails.map(({ subject }) => subject)).toHaveLength(4);
  const links = accountMails.flatMap(({ text, html }) =>
    [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(String),
  );
  expect(links.filter((link) => !link.startsWith(`${world.origin}/`))).toEqual([]);
  for (const response of responses) {
    expect(new URL(response.headers.get("location") ?? "/", world.origin).origin).toBe(world.origin);
    expect(response.headers.getSetCookie().join()).not.toMatch(/domain=|secure|evil/i);
    expect(await response.text()).not.toContain("evil");
  }
});
