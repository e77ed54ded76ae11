// Refusals as pages for browsers and as JSON or text for programs, whatever part of the server refuses.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { m } from "#messages";
import { DatabaseUnavailableError } from "#platform/database/database-unavailable.ts";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import type { Site } from "#server/http/site.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { getHost, sendRaw } from "#test/harness/processes/raw.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const GERMAN = { locale: "de" } as const;
const FORM = new URLSearchParams({ state: "x", code: "x" }).toString();
const LINK_TEXTS = [m.page_link_does_not_work({}, GERMAN), m.page_link_refused({}, GERMAN)] as const;
const FAILED_TEXTS = [m.page_failed({}, GERMAN), m.refusal_internal({}, GERMAN)] as const;
const BUSY_TEXTS = [m.page_failed({}, GERMAN), m.refusal_too_many_requests({}, GERMAN)] as const;
const UNAVAILABLE_TEXTS = [m.page_failed({}, GERMAN), m.error_database_away({}, GERMAN)] as const;

const fail = () => {
  throw new Error("broken");
};

/** A site whose pages fail. */
const SITE: Site = { respond: fail, findAddress: () => null, getLanguage: fail, respondWithShell: fail };

async function openWorld() {
  const world = await makeWorld({ listen: false, environment: { CALLS_PER_MINUTE: "60", LOG_LEVEL: "silent" } });
  const { context } = world;
  const httpServer = createHttpServer(createApp(context, SITE), context);
  await once(httpServer.listen(context.config.port, "127.0.0.1"), "listening");
  return Object.assign(world, {
    async [Symbol.asyncDispose]() {
      httpServer.closeAllConnections();
      httpServer.close();
      await context[Symbol.asyncDispose]();
    },
  });
}

/** Sends a request as browser navigation, which `fetch` cannot do because it sets Sec-Fetch-Mode itself. */
async function navigate(world: World, { address, cookies }: Visitor, path: string, form?: string): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = {
    accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    "sec-fetch-mode": "navigate",
    "x-forwarded-for": address,
    ...(cookie ? { cookie } : { "accept-language": "de" }),
    ...(form && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const sent = request(world.origin + path, { method: form ? "POST" : "GET", headers });
  sent.end(form);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(await readText(response), { status: response.statusCode ?? 0, headers: received });
}

async function expectPage(response: Response, status: number, [title, text]: readonly [string, string]): Promise<void> {
  const html = await response.text();
  expect([response.status, response.headers.get("content-language")], response.url).toEqual([status, "de"]);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-[^,]+$/,
  );
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(text);
  expect(html).toContain('<a href="/">');
}

test("a browser gets a page in the reader's language, and a program gets JSON or text", async () => {
  await using world = await openWorld();
  vi.spyOn(world.context.db, "selectFrom").mockImplementation(fail);
  Object.assign(world.context, { accounts: async () => fail() });
  for (const [path, status, texts, type, form] of [
    ["/api/nothing", 404, LINK_TEXTS, "application/json"],
    ["/api/avatar/x", 500, FAILED_TEXTS, "application/json"],
    ["/api/trpc/nothing", 404, LINK_TEXTS, "application/json"],
    ["/api/auth/callback/apple", 500, FAILED_TEXTS, "application/json", FORM],
    ["/.well-known/nothing", 404, LINK_TEXTS, "text/plain; charset=UTF-8"],
    ["/pictures/versus.png?game=bf4", 404, LINK_TEXTS, "text/plain; charset=UTF-8"],
    ["/", 500, FAILED_TEXTS, "application/json"],
    ["/bf4?l=x", 500, FAILED_TEXTS, "application/json"],
  ] as const) {
    const visitor = world.visitor();
    await expectPage(await navigate(world, visitor, path, form), status, texts);
    for (const accept of ["*/*", "text/html"]) {
      const headers = { accept, ...(form && { "content-type": "application/x-www-form-urlencoded" }) };
      const refusal = await visitor.fetch(path, { headers, ...(form && { method: "POST", body: form }) });
      expect([refusal.status, refusal.headers.get("content-type")], path).toEqual([status, type]);
    }
  }
});

test("a refusal before the app is reached is a page for browsers, too", async () => {
  await using world = await openWorld();
  const visitor = world.visitor();
  // Each call of a batch counts, so this uses up the client's rate limit of a minute.
  await visitor.fetch(`/api/trpc/${Array(60).fill("none").join()}`);
  const busy = await navigate(world, visitor, "/api/auth/ok");
  expect(Number(busy.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectPage(busy, 429, BUSY_TEXTS);
  await expectPage(await navigate(world, visitor, "/api/auth/callback/apple", FORM), 429, BUSY_TEXTS);
  expect((await visitor.fetch("/api/auth/ok")).headers.get("content-type")).toBe("application/json");
  const ask = (host: string, accept: string) =>
    sendRaw(
      world,
      `GET / HTTP/1.1\r\n${host}\r\nAccept: ${accept}\r\nAccept-Language: de\r\nConnection: close\r\n\r\n`,
    );
  for (const [host, status, text] of [
    ["Host: elsewhere.example", 421, m.refusal_other_name({}, GERMAN)],
    [`Host: ${getHost(world)}\r\nHost: elsewhere.example`, 400, m.refusal_unreadable_request({}, GERMAN)],
  ] as const) {
    const page = await ask(host, "text/html");
    expect(page).toContain(`HTTP/1.1 ${status} `);
    expect(page).toContain(`<p>${text}</p>`);
    expect(page.match(/^Content-Security-Policy: /gm)).toHaveLength(1);
    expect(await ask(host, "*/*")).toContain("Content-Type: application/json");
  }
});

test("a refusal is in the account's language, or in the browser's when the database is unavailable", async () => {
  await using world = await openWorld();
  const visitor = await createGuest(world);
  await visitor.trpc.account.setLanguage.mutate({ language: "de" });
  visitor.cookies.set("lang", "fr");
  await expectPage(await navigate(world, visitor, "/api/nothing"), 404, LINK_TEXTS);
  visitor.cookies.set("lang", "de");
  vi.spyOn(world.context.db, "selectFrom").mockImplementation(() => {
    throw new DatabaseUnavailableError(new Error("gone"));
  });
  const ask = vi.spyOn(world.context, "getAccountLanguage");
  const unavailable = await navigate(world, visitor, "/api/avatar/x");
  expect(Number(unavailable.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectPage(unavailable, 503, UNAVAILABLE_TEXTS);
  expect(ask).not.toHaveBeenCalled();
  // Reading the account's language may also fail.
  ask.mockRejectedValue(new Error("broken"));
  await expectPage(await navigate(world, visitor, "/"), 500, FAILED_TEXTS);
});
