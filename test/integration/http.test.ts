// The responses of the HTTP server and the app that do not depend on a feature.
import { describe, expect, test } from "vitest";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getHost, sendRaw } from "#test/harness/processes/raw.ts";
import { makeWorld } from "#test/harness/world.ts";

describe("the HTTP server", () => {
  test.for(["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS"])(
    "refuses the method %s before the app gets the request",
    async (method) => {
      await using world = await makeWorld();
      const response = await sendRaw(
        world,
        `${method} / HTTP/1.1\r\nHost: ${getHost(world)}\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 405 /);
      expect(response).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/);
    },
  );

  test("redirects other host names of this machine to the site's origin", async () => {
    await using world = await makeWorld();
    const port = new URL(world.origin).port;
    const response = await sendRaw(
      world,
      `GET /bf4?q=ak HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 308 /);
    expect(response).toContain(`Location: ${world.origin}/bf4?q=ak\r\n`);
  });

  test("refuses host names of other sites", async () => {
    await using world = await makeWorld();
    const response = await sendRaw(world, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(response).toMatch(/^HTTP\/1\.1 421 /);
    expect(response).not.toContain("evil");
  });

  test.for([
    ["another site's address before the path", "GET http://evil.example/api/auth/ok HTTP/1.1\r\nHost: HERE", 400],
    ["two names", "GET / HTTP/1.1\r\nHost: HERE\r\nHost: evil.example", 400],
    ["compressed content", "POST /api/auth/sign-out HTTP/1.1\r\nHost: HERE\r\nContent-Encoding: gzip", 415],
    ["a head of more than 16 KiB", `GET / HTTP/1.1\r\nHost: HERE\r\nX-Padding: ${"x".repeat(16 * 1024)}`, 431],
    ["two lengths", "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 0\r\nContent-Length: 5", 400],
    ["two lengths in one", "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 0, 5", 400],
    ["a length beside chunks", "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 5\r\nTransfer-Encoding: chunked", 400],
    ["chunks twice", "POST / HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity", 400],
    ["a bare line feed", "GET / HTTP/1.1\nHost: HERE", 400],
    ["a bare line feed between headers", "GET / HTTP/1.1\r\nX-Padding: x\nHost: HERE", 400],
    ["a space before a colon", "GET / HTTP/1.1\r\nHost: HERE\r\nContent-Length : 5", 400],
    ["a header over two lines", "GET / HTTP/1.1\r\nHost: HERE\r\nX-Padding: x\r\n y", 400],
  ] as const)("refuses %s", async ([, head, status]) => {
    await using world = await makeWorld();
    const response = await sendRaw(world, `${head.replace("HERE", getHost(world))}\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).not.toContain("evil");
  });

  test("adds the security headers to every response", async () => {
    await using world = await makeWorld();
    for (const path of ["/api/auth/ok", "/api/trpc/arsenal.overview", "/api/nothing", "/mailbox"]) {
      const { headers } = await world.visitor().fetch(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe("the API", () => {
  test("answers unknown calls with JSON and 404", async () => {
    await using world = await makeWorld();
    for (const path of ["/api/nothing", "/api/auth/nothing", `/api/auth/${"a".repeat(4000)}`]) {
      const response = await world.visitor().fetch(path);
      const body = { code: "NOT_FOUND", message: "There is no such call. If this page was open for long, reload it." };
      expect([response.status, await response.json()]).toEqual([404, body]);
    }
  });

  test("reports a failure in the account library without details, which go to the log", async () => {
    const logged: string[] = [];
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const { logger, db } = world.context;
    logger.error = (details: object) => void logged.push(JSON.stringify(details));
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    await db.schema.dropTable("session").execute();
    const response = await visitor.fetch("/api/auth/get-session");
    const { requestId, ...body } = await response.json();
    expect([response.status, body]).toEqual([
      500,
      { code: "INTERNAL_SERVER_ERROR", message: "Something went wrong on our side." },
    ]);
    expect(requestId).toBe(response.headers.get("x-request-id"));
    expect(logged.some((line) => line.includes(requestId))).toBe(true);
  });

  test("reports an unexpected error in an account call as any other error", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const { logger, db } = world.context;
    const logged: object[] = [];
    logger.error = (details: object) => void logged.push(details);
    await db.schema.dropTable("budget").execute();
    const response = await world.visitor().post("/api/auth/sign-in/anonymous");
    const { requestId, ...body } = await response.json();
    expect([response.status, body]).toEqual([
      500,
      { code: "INTERNAL_SERVER_ERROR", message: "Something went wrong on our side." },
    ]);
    expect(logged).toMatchObject([{ requestId, err: expect.any(Error) }]);
  });

  test("returns how long to wait after too many requests", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const ask = () => visitor.post("/api/auth/request-password-reset", { email: "al@example.com" });
    const responses = await Promise.all(Array.from({ length: 6 }, ask));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("accepts client addresses from a trusted proxy only", async () => {
    await using world = await makeWorld({ environment: { TRUSTED_PROXIES: "127.0.0.1, ::FFFF:10.9.9.9" } });
    const getStoredAddress = async (forwarded: string) => {
      const headers = { "x-forwarded-for": forwarded, "content-type": "application/json", origin: world.origin };
      await fetch(`${world.origin}/api/auth/sign-in/anonymous`, { method: "POST", headers, body: "{}" });
      const sessions = await world.context.db.selectFrom("session").select("ipAddress").execute();
      await world.context.db.deleteFrom("session").execute();
      return sessions[0]?.ipAddress;
    };
    expect(await getStoredAddress("192.0.2.7, 198.51.100.1")).toBe("198.51.100.1");
    expect(await getStoredAddress("198.51.100.2, 10.9.9.9")).toBe("198.51.100.2");
    expect(await getStoredAddress("192.0.2.7, localhost")).toBe("127.0.0.1");
  });

  test("refuses bodies of more than 64 KiB", async () => {
    await using world = await makeWorld();
    const response = await world.visitor().post("/api/trpc/loadout.save", { padding: "x".repeat(70_000) });
    expect(response.status).toBe(413);
    expect((await response.json()).message).toBe("This is too large to send at once.");
  });

  test.for([
    ["of an allowed size is accepted", 10, 200],
    ["of an excessive size is refused", 70_000, 413],
  ] as const)("a body without a Content-Length, %s", async ([, padding, status]) => {
    await using world = await makeWorld();
    const body = new Blob([JSON.stringify({ padding: "x".repeat(padding) })]).stream();
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" };
    expect((await world.visitor().fetch("/api/auth/sign-in/anonymous", init)).status).toBe(status);
  });

  test("refuses requests from another site", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    for (const path of ["/api/trpc/loadout.remove", "/api/auth/sign-in/anonymous"]) {
      expect((await visitor.fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(403);
    }
    expect(visitor.cookies.size).toBe(0);
  });

  test("marks responses that depend on a session as not cacheable", async () => {
    await using world = await makeWorld();
    for (const path of ["/api/auth/get-session", "/api/trpc/folder.list"]) {
      expect((await world.visitor().fetch(path)).headers.get("cache-control")).toContain("no-store");
    }
  });
});

describe("well-known addresses", () => {
  test("redirect to the password form, and are 404 otherwise", async () => {
    await using world = await makeWorld();
    const change = await world.visitor().fetch("/.well-known/change-password");
    expect([change.status, change.headers.get("location")]).toEqual([302, "/account?tab=security"]);
    expect((await world.visitor().fetch("/.well-known/anything")).status).toBe(404);
    expect((await world.visitor().fetch("/.well-known/security.txt")).status).toBe(404);
  });

  test("name a contact for vulnerabilities when one is configured", async () => {
    await using world = await makeWorld({ environment: { CONTACT: "ops@example.com" } });
    const response = await world.visitor().fetch("/.well-known/security.txt");
    const text = await response.text();
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text).toContain(`Contact: mailto:ops@example.com\n`);
    expect(text).toContain(`Canonical: ${world.origin}/.well-known/security.txt\n`);
    const days = (Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? "") - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  });
});

describe("search engines", () => {
  test("get a sitemap with the three pages", async () => {
    await using world = await makeWorld();
    const robots = await (await world.visitor().fetch("/robots.txt")).text();
    expect(robots).toContain(`Sitemap: ${world.origin}/sitemap.xml`);
    const pages = await (await world.visitor().fetch("/sitemap.xml")).text();
    expect([...pages.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, page]) => page)).toEqual([
      `${world.origin}/`,
      `${world.origin}/bf2042`,
      `${world.origin}/bf4`,
    ]);
  });
});

describe("the mailbox", () => {
  test("is shown on this machine only", async () => {
    await using world = await makeWorld();
    const stranger = await world.visitor().fetch("/mailbox");
    expect(stranger.status).toBe(404);
    const local = await fetch(`${world.origin}/mailbox`);
    expect(local.status).toBe(200);
    expect(await local.text()).toContain("No mail yet.");
  });

  test("lists mail newest first, as JSON for programs", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const account = { name: "<b>Al</b>", email: "al@example.com", password: "correct horse battery" };
    await visitor.post("/api/auth/sign-up/email", account);
    await visitor.post("/api/auth/send-verification-email", { email: account.email });
    await world.context.outbox.drained();
    const mails = await (await fetch(`${world.origin}/mailbox?format=json`)).json();
    expect(mails).toHaveLength(2);
    expect(mails[0].sentAt >= mails[1].sentAt).toBe(true);
    expect(Object.keys(mails[0])).toEqual(["to", "subject", "text", "html", "sentAt"]);
    const page = await (await fetch(`${world.origin}/mailbox`)).text();
    expect(page).toContain(`href="${world.origin}/api/auth/verify-email?token=`);
    expect(page).not.toContain("<b>Al</b>");
  });
});
