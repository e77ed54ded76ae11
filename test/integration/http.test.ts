// What the door and the app answer before any feature does.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { makeWorld, type World } from "#test/world/world.ts";

/** Sends the bytes as they are and gives the answer's text; no client library stands between. */
async function raw(world: World, request: string): Promise<string> {
  const socket = connect(Number(new URL(world.origin).port), "127.0.0.1");
  socket.end(request);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

const hostOf = (world: World) => new URL(world.origin).host;

describe("the door", () => {
  test.for(["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS"])(
    "refuses %s before anything else sees it",
    async (method) => {
      await using world = await makeWorld();
      const answer = await raw(world, `${method} / HTTP/1.1\r\nHost: ${hostOf(world)}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/);
    },
  );

  test("sends other names of this machine to the site's own", async () => {
    await using world = await makeWorld();
    const port = new URL(world.origin).port;
    const answer = await raw(world, `GET /bf4?q=ak HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 308 /);
    expect(answer).toContain(`Location: ${world.origin}/bf4?q=ak\r\n`);
  });

  test("answers no name that is not the site's", async () => {
    await using world = await makeWorld();
    const answer = await raw(world, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).not.toContain("evil");
  });

  test("puts the headers of the table on every answer", async () => {
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
    const answer = await world.visitor().fetch("/api/nothing");
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: "NOT_FOUND", message: "There is no such call." },
    ]);
  });

  test("takes no more than 64 KiB at once", async () => {
    await using world = await makeWorld();
    const answer = await world.visitor().post("/api/trpc/loadout.save", { padding: "x".repeat(70_000) });
    expect(answer.status).toBe(413);
    expect((await answer.json()).message).toBe("This is too large to send at once.");
  });

  test("refuses what comes from another site", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    for (const path of ["/api/trpc/loadout.remove", "/api/auth/sign-in/anonymous"]) {
      expect((await visitor.fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(403);
    }
    expect(visitor.cookies.size).toBe(0);
  });

  test("keeps answers that depend on a session out of every cache", async () => {
    await using world = await makeWorld();
    for (const path of ["/api/auth/get-session", "/api/trpc/loadout.counts"]) {
      expect((await world.visitor().fetch(path)).headers.get("cache-control")).toContain("no-store");
    }
  });
});

describe("well-known addresses", () => {
  test("lead to changing the password, and else to nothing", async () => {
    await using world = await makeWorld();
    const change = await world.visitor().fetch("/.well-known/change-password");
    expect([change.status, change.headers.get("location")]).toEqual([302, "/account?tab=security"]);
    expect((await world.visitor().fetch("/.well-known/anything")).status).toBe(404);
  });
});

describe("search engines", () => {
  test("find the three pages at the site's own address", async () => {
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
  test("is shown to this machine alone", async () => {
    await using world = await makeWorld();
    const stranger = await world.visitor().fetch("/mailbox");
    expect(stranger.status).toBe(404);
    const own = await fetch(`${world.origin}/mailbox`);
    expect(own.status).toBe(200);
    expect(await own.text()).toContain("No mail yet.");
  });

  test("lists mail newest first, as JSON for programs", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    const account = { name: "<b>Al</b>", email: "al@example.com", password: "correct horse battery" };
    await visitor.post("/api/auth/sign-up/email", account);
    await visitor.post("/api/auth/send-verification-email", { email: account.email });
    const mails = await (await fetch(`${world.origin}/mailbox?format=json`)).json();
    expect(mails).toHaveLength(2);
    expect(mails[0].sentAt >= mails[1].sentAt).toBe(true);
    expect(Object.keys(mails[0])).toEqual(["to", "subject", "text", "html", "sentAt"]);
    const page = await (await fetch(`${world.origin}/mailbox`)).text();
    expect(page).toContain(`href="${world.origin}/api/auth/verify-email?token=`);
    expect(page).not.toContain("<b>Al</b>");
  });
});
