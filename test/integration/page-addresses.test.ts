// Redirects to the canonical address of each page, and short responses for missing files.
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { openSite } from "#server/http/site.ts";
import { getHost, sendRaw } from "#test/harness/processes/raw.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const PAGES = ["/", "/bf2042", "/bf4"];
const SCREENS = ["/account", "/invite", "/login", "/platoons", "/reset-password", "/verify-email"];
const SCRIPT = "export const greeting = 'hello';";
const APPLICATION = `<!doctype html><title>Fieldlocker</title>${"<p>Application</p>".repeat(100)}`;

/** Creates a world with a built site in one language. */
async function makeWorldWithSite() {
  const world = await makeWorld({ listen: false });
  const { context } = world;
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  const entry = { file: "shell.html", scripts: [], styles: [] };
  const addresses = [...PAGES, "*"];
  const list = { pages: Object.fromEntries(addresses.map((path) => [path, entry])), screens: [...PAGES, ...SCREENS] };
  const files = {
    "pages/en/pages.json": JSON.stringify(list),
    "pages/en/shell.html": APPLICATION,
    "web/assets/app.js": SCRIPT,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const httpServer = createHttpServer(createApp(context, openSite(folder, context)), context);
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

let world: World;
beforeAll(async () => {
  world = await makeWorldWithSite();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends the address unchanged; returns status, Location and Cache-Control. */
async function send(address: string, method = "GET") {
  const head = `${method} ${address} HTTP/1.1\r\nHost: ${getHost(world)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  const response = await sendRaw(world, head);
  const getHeader = (name: string) => new RegExp(`\r\n${name}: (.*)\r\n`, "i").exec(response)?.[1] ?? null;
  return {
    status: Number(response.split(" ", 2)[1]),
    location: getHeader("location"),
    cacheControl: getHeader("cache-control"),
  };
}

describe("the address of a page", () => {
  test("redirects other spellings to the canonical one, with the query unchanged", async () => {
    const query = "?q=A%2fb+c&q=&&x=%zz&next=//evil.example/%0d%0a?a=1";
    for (const page of [...PAGES, ...SCREENS]) {
      const encoded = page.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      const spellings = [`${page}/`, `${page}//`, `/${page}`, `//${page}///`, page.toUpperCase(), encoded];
      for (const spelling of spellings.filter((each) => each !== page))
        for (const method of ["GET", "HEAD"])
          for (const search of ["", "?", query])
            expect([spelling, await send(spelling + search, method)]).toEqual([
              spelling,
              { status: 308, location: page + search, cacheControl: "public, max-age=3600" },
            ]);
      for (const search of ["", "?", query]) expect((await send(page + search)).status).toBe(200);
    }
  });

  test("is 404 or 400 without a redirect when there is no such page", async () => {
    const unknown = [
      "/nothing",
      "/nothing/",
      "/bf4/weapons",
      "/bf/4",
      "/bf4%20",
      "/bf%E2%84%AA",
      "//evil.example",
      "//evil.example/bf4",
      "//evil.example/%62f4/",
      "/*",
      "/%2a",
      "/__proto__",
      "/API/health/live/",
      "/BF4/api/auth/ok",
    ];
    for (const path of unknown)
      expect([path, await send(path)]).toEqual([path, expect.objectContaining({ status: 404, location: null })]);
    const refused = ["/\\evil.example", "/%5cevil.example", "/%2fbf4", "/./bf4", "/bf4/..", "/bf4%2f", "/bf4%00"];
    for (const path of refused)
      expect([path, await send(path)]).toEqual([path, expect.objectContaining({ status: 400, location: null })]);
  });

  test("is not redirected for calls and POST requests", async () => {
    for (const path of ["/api/health/live", "/api/trpc/arsenal.overview", "/api/auth/ok"]) {
      expect((await send(path)).status).toBe(200);
      for (const spelling of [`${path}/`, `/${path}`, path.toUpperCase()])
        expect([spelling, (await send(spelling)).location]).toEqual([spelling, null]);
    }
    expect(await send("/bf4/", "POST")).toMatchObject({ status: 404, location: null });
  });
});

describe("a file of the site", () => {
  const fetchScript = async (headers: Record<string, string>) => {
    const response = await fetch(`${world.origin}/assets/app.js`, { headers });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };

  test.for([
    "lines=1-2",
    "lines=0-3",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=a-b",
    "bytes=5-2",
    "bytes 0-3",
    "bytes=0-3,6-8",
    "bytes=0-3,",
    "0-3",
    "-",
    "=0-3",
    "bytes=0-3-4",
    "bytes=-1-2",
    ",",
  ])("is sent completely for an unsupported range: %s", async (range) => {
    expect(await fetchScript({ range })).toEqual([200, null, SCRIPT]);
  });

  test("is sent in part for a range of bytes", async () => {
    const size = SCRIPT.length;
    expect(await fetchScript({ range: "bytes=0-3" })).toEqual([206, `bytes 0-3/${size}`, SCRIPT.slice(0, 4)]);
    expect(await fetchScript({ range: "Bytes=7-" })).toEqual([206, `bytes 7-${size - 1}/${size}`, SCRIPT.slice(7)]);
    expect(await fetchScript({ range: "bytes=-3" })).toEqual([
      206,
      `bytes ${size - 3}-${size - 1}/${size}`,
      SCRIPT.slice(-3),
    ]);
    expect(await fetchScript({ range: "bytes=9999-" })).toEqual([416, `bytes */${size}`, ""]);
    const huge = "9".repeat(400);
    expect(await fetchScript({ range: `bytes=${huge}-` })).toEqual([416, `bytes */${size}`, ""]);
    expect(await fetchScript({ range: `bytes=0-${huge}` })).toEqual([206, `bytes 0-${size - 1}/${size}`, SCRIPT]);
  });

  test("is sent completely to a client that has a part of another version", async () => {
    const header = { range: "bytes=0-3", "if-range": "Wed, 01 Jan 2020 00:00:00 GMT" };
    expect(await fetchScript(header)).toEqual([200, null, SCRIPT]);
  });

  test.for([
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/apple-touch-icon-precomposed.png",
    "/apple-touch-icon-120x120.png",
    "/browserconfig.xml",
    "/ads.txt",
    "/humans.txt",
    "/.well-known/assetlinks.json",
    "/wp-login.php",
    "/assets/of-another-release.js",
    "/assets/app.js.map",
    "/.env",
  ])("that is missing gets a short response: %s", async (path) => {
    for (const accept of ["*/*", "image/avif,image/webp,*/*;q=0.8"]) {
      const response = await fetch(world.origin + path, { headers: { accept } });
      const body = await response.text();
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/plain; charset=UTF-8"]);
      expect(body.length).toBeLessThan(100);
    }
  });
});
