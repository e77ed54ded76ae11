// The language of pages, shared links and API responses.
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { m } from "#messages";
import { PSEUDO_LANGUAGE, RELEASED_LANGUAGES } from "#messages/languages.ts";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { openSite } from "#server/http/site.ts";
import { buildLoadout, createGuest } from "#test/harness/data/lockers.ts";
import { createTrpcInLanguage } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const ENGLISH = { locale: "en" } as const;
const PSEUDO = { locale: "en-XA" } as const;

/** Creates a world with a site in two languages, whose pages contain only their language and title. */
async function makeBilingualWorld(environment: Record<string, string> = {}) {
  const world = await makeWorld({ listen: false, environment });
  const { context } = world;
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  for (const language of ["en", "en-XA"]) {
    const pages = join(folder, "pages", language);
    await mkdir(pages, { recursive: true });
    const entry = (file: string) => ({ file, scripts: [], styles: [] });
    const list = { pages: { "/": entry("index.html"), "*": entry("shell.html") }, screens: ["/login", "/bf4"] };
    await writeFile(join(pages, "pages.json"), JSON.stringify(list));
    const getHtml = (title: string) =>
      `<html lang="${language}" data-languages="%LANGUAGES%"><head></head><title>${title}</title><div id="root"></div></html>`;
    await writeFile(join(pages, "index.html"), getHtml("Home"));
    await writeFile(join(pages, "shell.html"), getHtml("Shell"));
  }
  await mkdir(join(folder, "web"));
  await writeFile(join(folder, "web/sw.js"), "a worker");
  const site = openSite(folder, context);
  const httpServer = createHttpServer(createApp(context, site), context);
  await once(httpServer.listen(context.config.port, "127.0.0.1"), "listening");
  return Object.assign(world, {
    async [Symbol.asyncDispose]() {
      httpServer.closeAllConnections();
      httpServer.close();
      await rm(folder, { recursive: true });
      await context[Symbol.asyncDispose]();
    },
  });
}

const getPage = async (world: World, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(world.origin + path, { headers });
  const html = await response.text();
  return { response, html, language: /lang="([^"]+)"/.exec(html)?.[1] };
};

describe("a page", () => {
  test("is in the language of its link, the account, the cookie or the browser", async () => {
    await using world = await makeBilingualWorld();
    const visitor = await createGuest(world);
    await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
    visitor.cookies.delete("lang");
    const session = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const getLanguage = async (path: string, headers?: Record<string, string>) =>
      (await getPage(world, path, headers)).language;
    expect(await getLanguage("/")).toBe("en");
    expect(await getLanguage("/", { "accept-language": "en-XA, en;q=0.5" })).toBe("en-XA");
    expect(await getLanguage("/login", { "accept-language": "en-XA", cookie: "lang=en" })).toBe("en");
    expect(await getLanguage("/login", { cookie: `lang=en; ${session}` })).toBe("en-XA");
    expect(await getLanguage("/login?lang=en", { cookie: session })).toBe("en");
    expect(await getLanguage("/nothing", { cookie: "lang=en-XA" })).toBe("en-XA");
    await visitor.trpc.account.setLanguage.mutate({ language: null });
    expect(await getLanguage("/", { cookie: session })).toBe("en");
  });

  test("has Content-Language, Vary, and an ETag that differs from that of other languages", async () => {
    await using world = await makeBilingualWorld();
    const pages = await Promise.all(["en", "en-XA"].map((lang) => getPage(world, `/?lang=${lang}`)));
    for (const { response, html, language } of pages) {
      expect(response.headers.get("content-language")).toBe(language);
      expect(response.headers.get("vary")).toBe("Accept-Encoding, Accept-Language, Cookie");
      // The prerendered page is used, because the query only sets the language.
      expect(html).toContain("<title>Home");
      expect(html).toContain('data-languages="en en-XA"');
    }
    const [english, pseudo] = pages.map(({ response }) => response.headers.get("etag") ?? "");
    expect(english).not.toBe(pseudo);
    const ask = async (tag = "", language = "") =>
      (await fetch(`${world.origin}/`, { headers: { "if-none-match": tag, "accept-language": language } })).status;
    expect([await ask(pseudo, "en-XA"), await ask(english, "en-XA"), await ask(english, "en")]).toEqual([
      304, 200, 304,
    ]);
    expect((await getPage(world, "/?lang=en-XA&tab=x")).html).toContain("<title>Shell");
  });

  test("stays in the language of a link, unless the account is set to another language", async () => {
    await using world = await makeBilingualWorld();
    const visitor = await createGuest(world);
    const NAVIGATION = { headers: { accept: "text/html,*/*;q=0.8" } };
    const open = async (path: string, init = NAVIGATION) =>
      /lang="([^"]+)"/.exec(await (await visitor.fetch(path, init)).text())?.[1];
    // A service worker's request, which stores the pages of its language, does not set the cookie.
    await open("/?lang=en-XA", { headers: { accept: "*/*" } });
    expect(await open("/")).toBe("en");
    expect([await open("/login?lang=en-XA&tab=x"), await open("/")]).toEqual(["en-XA", "en-XA"]);
    expect([await open("/?lang=tlh"), visitor.cookies.get("lang")]).toEqual(["en-XA", "en-XA"]);
    await visitor.trpc.account.setLanguage.mutate({ language: "en" });
    expect([await open("/?lang=en-XA"), await open("/"), visitor.cookies.get("lang")]).toEqual(["en-XA", "en", "en"]);
  });

  test("is in the language of the account when the session is cached in a cookie", async () => {
    await using world = await makeBilingualWorld({ SESSION_CACHE: "on" });
    const visitor = await createGuest(world);
    await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
    visitor.cookies.delete("lang");
    expect([...visitor.cookies.keys()].join()).toContain("session_data");
    expect(await (await visitor.fetch("/")).text()).toContain('lang="en-XA"');
  });

  test("has one service worker for all languages, which is revalidated each time", async () => {
    await using world = await makeBilingualWorld();
    const worker = await fetch(`${world.origin}/sw.js`);
    expect([worker.status, worker.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  });
});

test("a shared loadout and its preview picture are in the reader's language", async () => {
  await using world = await makeBilingualWorld();
  const visitor = await createGuest(world);
  const loadout = buildLoadout(world);
  const { id } = await visitor.trpc.share.create.mutate({ name: "Stairs", loadout, note: "", withAuthor: false });
  const everyWeapon = (locale: typeof ENGLISH | typeof PSEUDO) =>
    m.share_every_weapon({ game: "Battlefield 4" }, locale);
  const english = await getPage(world, `/bf4?s=${id}`);
  const pseudo = await getPage(world, `/bf4?s=${id}`, { "accept-language": "en-XA" });
  expect([english.language, pseudo.language]).toEqual(["en", "en-XA"]);
  expect(english.html).toContain(everyWeapon(ENGLISH));
  expect(pseudo.html).toContain(everyWeapon(PSEUDO));
  expect(english.html).not.toContain("lang=en-XA");
  expect(pseudo.html).toContain(`s=${id}&amp;lang=en-XA`);
  const pictures = await Promise.all(
    ["", "&lang=en-XA"].map(async (end) => {
      const response = await fetch(`${world.origin}/pictures/loadout.png?game=bf4&s=${id}${end}`);
      return Buffer.from(await response.arrayBuffer()).toString("base64");
    }),
  );
  expect(pictures[0]).not.toBe(pictures[1]);
  // The address of the other game redirects to the loadout's game, in the language of the link.
  const code = encodeShare({ name: "By code", loadout }, world.context.arsenals.bf4.codebook);
  const moved = await fetch(`${world.origin}/bf2042?l=${code}&lang=en-XA`, { redirect: "manual" });
  expect(moved.headers.get("location")).toBe(`/bf4?l=${code}&lang=en-XA`);
});

test("a page that the server generates is in the reader's language", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  await visitor.trpc.account.setLanguage.mutate({ language: "de" });
  visitor.cookies.set("lang", "fr");
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const [path, title] of [
    ["/api/auth/delete-user/callback?token=spent", m.page_link_does_not_work({}, { locale: "de" })],
    ["/api/auth/error?error=account_banned", m.page_error_title({}, { locale: "de" })],
    ["/mailbox", m.mailbox_title({}, { locale: "de" })],
  ] as const) {
    const html = await (await fetch(world.origin + path, { headers: { accept: "text/html", cookie } })).text();
    expect(html, path).toContain(`<h1>${title}</h1>`);
    expect(html, path).toContain('<html lang="de">');
  }
  // Messages for programs stay English.
  const refusal = await visitor.fetch("/api/auth/delete-user/callback?token=spent");
  expect((await refusal.json()).message).toBe("Invalid token");
});

test("a share that is fetched without a language, as chat apps do, is in the language of its author", async () => {
  await using world = await makeBilingualWorld();
  const visitor = await createGuest(world);
  const shared = { name: "Stairs", loadout: buildLoadout(world), note: "", withAuthor: false };
  const { id } = await visitor.trpc.share.create.mutate(shared);
  await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
  const path = `/bf4?s=${id}`;
  const getLanguage = async (headers?: Record<string, string>, end = "") =>
    (await getPage(world, path + end, headers)).language;
  const { html, response } = await getPage(world, path);
  expect(html).toContain('<html lang="en-XA"');
  expect(html).toContain(`s=${id}&amp;lang=en-XA`);
  expect([response.headers.get("vary"), response.headers.get("cache-control")]).toEqual([
    "Accept-Encoding, Accept-Language, Cookie",
    "no-cache",
  ]);
  // A request with a language gets that language, or English if the site does not have it.
  expect(await getLanguage({ "accept-language": "en" })).toBe("en");
  expect(await getLanguage({ "accept-language": "ja" })).toBe("en");
  expect(await getLanguage({ cookie: "lang=en" })).toBe("en");
  expect(await getLanguage({}, "&lang=en")).toBe("en");
  // The response does not contain the share's language.
  expect(Object.keys(await visitor.trpc.share.get.query({ id }))).not.toContain("language");
  await visitor.trpc.share.revoke.mutate({ id });
  expect(await getLanguage()).toBe("en");
});

test("an API response with texts is in the language of its URL, and errors are in English", async () => {
  await using world = await makeWorld();
  const ask = async (path: string, lang: string) => {
    const response = await fetch(`${world.origin}/api/trpc/${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
    return response.text();
  };
  const list = `catalogue.list?input=${encodeURIComponent(JSON.stringify({ game: "bf4", catalogue: "gadgets" }))}`;
  const responses = await Promise.all(["en", "en-XA", "en", "xx"].map((lang) => ask(list, lang)));
  expect(responses[0]).toContain('"result"');
  expect(responses[1]).not.toBe(responses[0]);
  expect(responses[1]).toContain("[Èñĝîñèèŕ");
  expect(responses.slice(2)).toEqual([responses[0], responses[0]]);
  for (const path of ["loadout.list", "catalogue.entry", "nothing.at.all"])
    expect(await ask(path, "en-XA")).toBe(await ask(path, "en"));
});

test("unlocks are found by words of the reader's language and by English words", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  const count = async ({ progress }: typeof visitor.trpc, q: string) =>
    (await progress.checklist.query({ soldierId: null, kind: "part", q })).total;
  const english = await count(visitor.trpc, "carbines attachment");
  const german = createTrpcInLanguage(visitor, world.origin, "de");
  expect(english).toBeGreaterThan(0);
  for (const q of ["carbines attachment", "Karabiner attachment", "carbines Aufsatz"])
    expect(await count(german, q), q).toBe(english);
  expect(await count(german, "suppressor")).toBe(await count(visitor.trpc, "suppressor"));
  expect(await count(german, "Schalldämpfer")).toBeGreaterThan(0);
});

test("the language chosen in a browser is stored in a cookie, which sets the language of the next page", async () => {
  await using world = await makeBilingualWorld();
  const visitor = world.visitor();
  const response = await visitor.post("/api/trpc/account.setLanguage", { language: "en-XA" });
  expect([response.status, response.headers.get("set-cookie")]).toEqual([
    200,
    expect.stringMatching(/^lang=en-XA; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/),
  ]);
  expect(await (await visitor.fetch("/")).text()).toContain('lang="en-XA"');
  await visitor.trpc.account.setLanguage.mutate({ language: null });
  expect(visitor.cookies.has("lang")).toBe(false);
  expect((await visitor.post("/api/trpc/account.setLanguage", { language: "en; Secure" })).status).toBe(400);
  Object.assign(world.context, { languages: RELEASED_LANGUAGES });
  expect((await visitor.post("/api/trpc/account.setLanguage", { language: PSEUDO_LANGUAGE })).status).toBe(400);
});

test("an account has one of the site's languages or none, and the export contains it", async () => {
  await using world = await makeWorld();
  const visitor = await createGuest(world);
  expect((await visitor.trpc.account.overview.query()).language).toBeNull();
  await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
  const unknownLanguage = { language: "tlh" } as unknown as { language: null };
  await expect(visitor.trpc.account.setLanguage.mutate(unknownLanguage)).rejects.toMatchObject({
    data: { fault: { code: "input_invalid" } },
  });
  expect((await visitor.trpc.account.overview.query()).language).toBe("en-XA");
  expect((await visitor.trpc.account.export.query())?.about?.account.language).toBe("en-XA");
});
