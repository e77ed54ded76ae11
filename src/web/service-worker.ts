// What opens the site without a network: pages, scripts, styles and fonts of one build, and the games' catalogues as they
// were last read. Sessions, changes and anybody's own things never pass through it.
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkFirst, NetworkOnly } from "workbox-strategies";

/** Written in by the build. */
declare const BUILD: {
  /** Identifies this build. */
  id: string;
  /** The scripts its pages begin with, by which a page knows its own build. */
  scripts: string;
  files: PrecacheEntry[];
  /** Addresses that have content of their own before the browser draws. */
  pages: string[];
  /** Every address the router knows. */
  screens: string[];
};
/** Once: the build writes it wherever its name stands. */
const build = BUILD;

/** Of a worker's world, which the compiler knows as a window's. */
declare function skipWaiting(): Promise<void>;
declare const clients: { claim(): Promise<void> };

/** How long a page may take before the stored one replaces it. */
const PATIENCE_S = 3;
/** A page with a search is drawn by the browser; the server sends the empty shell for it. */
const SHELL = "/?shell";
const CATALOGUES = `catalogues-${build.id}`;
/** Search requests are sent once and not stored. */
const TYPED = /"q":"[^"]/;

precacheAndRoute(build.files, { cleanURLs: false, directoryIndex: "", ignoreURLParametersMatching: [] });

const screens = new Set(build.screens);
const pages = new Set(build.pages);

const fromNetwork = new NetworkOnly({
  networkTimeoutSeconds: PATIENCE_S,
  plugins: [
    {
      handlerDidError: ({ request }) => {
        const { pathname, search } = new URL(request.url);
        return matchPrecache(pages.has(pathname) && search === "" ? pathname : SHELL);
      },
    },
  ],
});
const isScreen = ({ url, request }: { url: URL; request: Request }) =>
  request.mode === "navigate" && url.origin === location.origin && screens.has(url.pathname);
registerRoute(isScreen, fromNetwork);

const catalogues = new NetworkFirst({
  cacheName: CATALOGUES,
  networkTimeoutSeconds: PATIENCE_S,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && !TYPED.test(decodeURIComponent(request.url)) ? response : null,
    },
  ],
});
registerRoute(({ url }) => /^\/api\/trpc\/(arsenal|catalogue)\.\w+$/.test(url.pathname), catalogues);

addEventListener("message", ({ data, ports }) => {
  if (data === "take-over") void skipWaiting();
  if (data === "build") ports[0]?.postMessage(build.scripts);
});

addEventListener("activate", (event) => {
  const dropOld = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("catalogues-") && name !== CATALOGUES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  const { waitUntil } = event as Event & { waitUntil?: (work: Promise<unknown>) => void };
  waitUntil?.call(event, dropOld());
});
