// What a person sees of a refusal, whatever made it, and what a program gets.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { m } from "#messages";
import { DatabaseUnavailableError } from "#platform/database/database-unavailable.ts";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import type { Site } from "#server/http/site.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { getHost, raw } from "#test/harness/processes/raw.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const GERMAN = { locale: "de" } as const;
const FORM = new URLSearchParams({ state: "x", code: "x" }).toString();
const LINK = [m.page_link_does_not_work({}, GERMAN), m.page_link_refused({}, GERMAN)] as const;
const FAILED = [m.page_failed({}, GERMAN), m.refusal_internal({}, GERMAN)] as const;
const BUSY = [m.page_failed({}, GERMAN), m.refusal_too_many_requests({}, GERMAN)] as const;
const AWAY = [m.page_failed({}, GERMAN), m.error_database_away({}, GERMAN)] as const;

const broken = () => {
  throw new Error("broken");
};

/** A site that cannot draw its pages. */
const SITE: Site = { answer: broken, findAddress: () => null, getLanguage: broken, answerWith: broken };

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

/** As a browser does with an address, or a form that is posted to it: `fetch` names the mode of a script's call. */
async function open(world: World, { address, cookies }: Visitor, path: string, form?: string): Promise<Response> {
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
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const received = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(await readText(answer), { status: answer.statusCode ?? 0, headers: received });
}

async function expectPage(answer: Response, status: number, [title, text]: readonly [string, string]): Promise<void> {
  const html = await answer.text();
  expect([answer.status, answer.headers.get("content-language")], answer.url).toEqual([status, "de"]);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-[^,]+$/,
  );
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(text);
  expect(html).toContain('<a href="/">');
}

test("a browser gets a page in its reader's language, and programs what there is for them", async () => {
  await using world = await openWorld();
  vi.spyOn(world.context.db, "selectFrom").mockImplementation(broken);
  Object.assign(world.context, { accounts: async () => broken() });
  for (const [path, status, words, type, form] of [
    ["/api/nothing", 404, LINK, "application/json"],
    ["/api/avatar/x", 500, FAILED, "application/json"],
    ["/api/trpc/nothing", 404, LINK, "application/json"],
    ["/api/auth/callback/apple", 500, FAILED, "application/json", FORM],
    ["/.well-known/nothing", 404, LINK, "text/plain; charset=UTF-8"],
    ["/pictures/duel.png?game=bf4", 404, LINK, "text/plain; charset=UTF-8"],
    ["/", 500, FAILED, "application/json"],
    ["/bf4?l=x", 500, FAILED, "application/json"],
  ] as const) {
    const visitor = world.visitor();
    await expectPage(await open(world, visitor, path, form), status, words);
    for (const accept of ["*/*", "text/html"]) {
      const headers = { accept, ...(form && { "content-type": "application/x-www-form-urlencoded" }) };
      const refusal = await visitor.fetch(path, { headers, ...(form && { method: "POST", body: form }) });
      expect([refusal.status, refusal.headers.get("content-type")], path).toEqual([status, type]);
    }
  }
});

test("what is refused before the app is reached is a page for a browser, too", async () => {
  await using world = await openWorld();
  const visitor = world.visitor();
  // Each call of a batch counts: all that a client may call in a minute.
  await visitor.fetch(`/api/trpc/${Array(60).fill("none").join()}`);
  const busy = await open(world, visitor, "/api/auth/ok");
  expect(Number(busy.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectPage(busy, 429, BUSY);
  await expectPage(await open(world, visitor, "/api/auth/callback/apple", FORM), 429, BUSY);
  expect((await visitor.fetch("/api/auth/ok")).headers.get("content-type")).toBe("application/json");
  const ask = (host: string, accept: string) =>
    raw(world, `GET / HTTP/1.1\r\n${host}\r\nAccept: ${accept}\r\nAccept-Language: de\r\nConnection: close\r\n\r\n`);
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

test("a refusal is in the language of the account, and by the browser where the database is unavailable", async () => {
  await using world = await openWorld();
  const visitor = await guest(world);
  await visitor.trpc.account.setLanguage.mutate({ language: "de" });
  visitor.cookies.set("lang", "fr");
  await expectPage(await open(world, visitor, "/api/nothing"), 404, LINK);
  visitor.cookies.set("lang", "de");
  vi.spyOn(world.context.db, "selectFrom").mockImplementation(() => {
    throw new DatabaseUnavailableError(new Error("gone"));
  });
  const ask = vi.spyOn(world.context, "getAccountLanguage");
  const away = await open(world, visitor, "/api/avatar/x");
  expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectPage(away, 503, AWAY);
  expect(ask).not.toHaveBeenCalled();
  // Reading the setting may be what fails.
  ask.mockRejectedValue(new Error("broken"));
  await expectPage(await open(world, visitor, "/"), 500, FAILED);
});
