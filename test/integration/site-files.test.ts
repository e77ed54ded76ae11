// Only the files of the build are served, and no other file of the machine.
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { openSite } from "#server/http/site.ts";
import { getHost, sendRaw } from "#test/harness/processes/raw.ts";
import { makeWorld } from "#test/harness/world.ts";

const SECRET = "confidential content";
const PAGE = { file: "shell.html", scripts: [], styles: [] };

/** A build with a page and a script. All the other files, inside and outside the build, must not be served. */
const FILES: Record<string, string> = {
  "dist/pages/en/pages.json": JSON.stringify({ pages: { "*": PAGE }, screens: [] }),
  "dist/pages/en/shell.html": "<!doctype html><title>Fieldlocker</title>",
  "dist/web/assets/app.js": "export const served = true;",
  "dist/web/assets/app.js.map": SECRET,
  "dist/web/.env": SECRET,
  "dist/web/.git/config": SECRET,
  "dist/server/main.js": SECRET,
  "dist/web-private/app.js": SECRET,
  "var/fieldlocker.sqlite": SECRET,
  "src/server/main.ts": SECRET,
  ".env": SECRET,
  "package.json": SECRET,
};

const PARENT_PATHS = [
  "..",
  "%2e%2e",
  "%2E.",
  "..%2f",
  "%2e%2e%2f",
  "..%5c",
  "..\\",
  "....//",
  "%252e%252e",
  "..%c0%af",
  "..;",
];
const FORBIDDEN_PATHS = [
  "/assets/app.js.map",
  "/.env",
  "/.git/config",
  "/%2eenv",
  "/assets/../.env",
  "/assets/%2e%2e/.env",
  "/pages/en/pages.json",
  "/server/main.js",
  "/var/fieldlocker.sqlite",
  "/src/server/main.ts",
  "//package.json",
  "/package.json%00.js",
  "/assets//../../../.env",
  ...PARENT_PATHS.flatMap((up) =>
    [
      "package.json",
      ".env",
      "var/fieldlocker.sqlite",
      "server/main.js",
      "web-private/app.js",
      "pages/en/pages.json",
    ].flatMap((file) => [
      `/${up}/${file}`,
      `/${up}/${up}/${file}`,
      `/assets/${up}/${up}/${file}`,
      `/assets/${up}${up}${up}${file}`,
    ]),
  ),
];

test("no path returns a file outside the build, or a source map", async () => {
  await using world = await makeWorld({ listen: false });
  const { context } = world;
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const httpServer = createHttpServer(createApp(context, openSite(join(folder, "dist"), context)), context);
  await once(httpServer.listen(context.config.port, "127.0.0.1"), "listening");
  const sendGet = (path: string) =>
    sendRaw(world, `GET ${path} HTTP/1.1\r\nHost: ${getHost(world)}\r\nConnection: close\r\n\r\n`);
  expect(await sendGet("/assets/app.js")).toContain("served = true");
  for (const path of FORBIDDEN_PATHS) {
    const response = await sendGet(path);
    expect([path, response.slice(9, 12)]).toEqual([path, expect.stringMatching(/^40[04]$/)]);
    expect(response).not.toContain(SECRET);
    expect(response).not.toContain('"pages"');
  }
  httpServer.closeAllConnections();
  httpServer.close();
  await rm(folder, { recursive: true });
});
