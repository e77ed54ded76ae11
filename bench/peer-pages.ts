// A conventional version of the same pages as a peer: a single-page app with the same libraries that fetches its text, neither
// prerendered nor compressed.
import { readFileSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { build } from "vite";
import { serveOnLoopback } from "#test/harness/processes/loopback-server.ts";
import { createTempFolder } from "./servers.ts";

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

const SHELL = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Peer</title><div id="root"></div><script type="module" src="/main.tsx"></script></html>`;

/** Fetches the page's text and renders it as one HTML string, which is less work than rendering components. */
const MAIN = `import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, RouterProvider, useLocation } from "@tanstack/react-router";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import "./styles.css";

function Screen() {
  const { pathname } = useLocation();
  const { data } = useQuery({ queryKey: [pathname], queryFn: async () => (await fetch("/text" + pathname)).text() });
  useEffect(() => {
    if (data) document.documentElement.dataset.ready = "true";
  }, [data]);
  return data ? createElement("div", { dangerouslySetInnerHTML: { __html: data } }) : "Loading";
}
const root = createRootRoute();
const screens = ["/", "/bf4", "/bf2042"].map((path) =>
  createRoute({ getParentRoute: () => root, path, component: Screen }),
);
const router = createRouter({ routeTree: root.addChildren(screens) });
createRoot(document.getElementById("root")).render(
  createElement(QueryClientProvider, { client: new QueryClient() }, createElement(RouterProvider, { router })),
);
`;

/** Builds the app and serves it with the texts of the built pages. */
export async function servePeerPages(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { origin: string }> {
  const texts = new Map(Object.entries(files).map(([path, file]) => [path, getText(`dist/pages/en/${file}`)] as const));
  return serveApp(MAIN, getStyle("dist/pages/en/index.html"), texts);
}

/** Builds an app from one source file and serves it at every address without a file extension; `texts` are served under /text. */
export async function serveApp(
  main: string,
  styles = "",
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<AsyncDisposable & { origin: string }> {
  const dist = await buildApp(main, styles);
  return serveOnLoopback(async ({ url = "/" }, response) => {
    const text = url.startsWith("/text") ? texts.get(url.slice("/text".length)) : undefined;
    const path = join(dist, extname(url) ? url : "index.html");
    const body = text ?? (await readFile(path).catch(() => null));
    if (body === null) return response.writeHead(404).end();
    return response.writeHead(200, { "Content-Type": TYPES[text ? ".html" : extname(path)] ?? "text/plain" }).end(body);
  });
}

async function buildApp(main: string, styles: string): Promise<string> {
  const folder = await createTempFolder();
  await symlink(join(import.meta.dirname, "..", "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "index.html"), SHELL);
  await writeFile(join(folder, "main.tsx"), main);
  await writeFile(join(folder, "styles.css"), styles);
  const outDir = join(folder, "dist");
  await build({ configFile: false, root: folder, logLevel: "error", build: { outDir } });
  return outDir;
}

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;

function getText(file: string): string {
  const html = readFileSync(file, "utf8");
  return html.slice(html.indexOf("<body>") + "<body>".length, html.indexOf("</body>")).replace(SCRIPTS, "");
}

function getStyle(file: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return style.replace(/@font-face\s*\{[^}]*\}/g, "");
}
