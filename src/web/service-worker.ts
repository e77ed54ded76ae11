// What opens the site without a network: pages, scripts, styles and fonts of one build, and the games' catalogues as they
// were last read. Sessions, changes and anybody's own things never pass through it.
import { addRoute, matchPrecache, type PrecacheEntry, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkFirst, NetworkOnly } from "workbox-strategies";

/** Written in front of it by the build. */
declare const BUILD: {
  /** Identifies this build. */
  id: string;
  /** The scripts its pages begin with, by which a page knows its own build. */
  scripts: string;
  files: PrecacheEntry[];
  /** The language of its texts. */
  language: string;
  /** The address of the empty page that a browser draws a screen into. */
  shell: string;
  /** Addresses that have content of their own before the browser draws. */
  pages: string[];
  /** Every address the router knows. */
  screens: string[];
};
/** Of a worker's world, which the compiler knows as a window's. */
declare function skipWaiting(): Promise<void>;
declare const clients: { claim(): Promise<void> };

/** How long a page may take before the stored one replaces it. */
const PATIENCE_S = 3;
const CATALOGUES = `catalogues-${BUILD.id}`;
/** Search requests are sent once and not stored. */
const TYPED = /"q":"[^"]/;

precache(BUILD.files);

/** The address of a page as it is stored: it names the language, which the server chooses as long as there is a network. */
const LANGUAGE_QUERY = `?lang=${BUILD.language}`;
const screens = new Set(BUILD.screens);
const pages = new Set(BUILD.pages);

const storedPage = {
  handlerDidError: ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const isDrawn = pages.has(pathname) && ["", LANGUAGE_QUERY].includes(search);
    return matchPrecache(isDrawn ? pathname + LANGUAGE_QUERY : BUILD.shell);
  },
};
const isScreen = ({ url, request }: { url: URL; request: Request }) =>
  request.mode === "navigate" && url.origin === location.origin && screens.has(url.pathname);
const isOfOtherLanguage = ({ searchParams }: URL) => ![null, BUILD.language].includes(searchParams.get("lang"));
// A stored page would be in another language than the link asks for: only without a network is that better than none.
registerRoute((to) => isScreen(to) && isOfOtherLanguage(to.url), new NetworkOnly({ plugins: [storedPage] }));
registerRoute(isScreen, new NetworkOnly({ networkTimeoutSeconds: PATIENCE_S, plugins: [storedPage] }));
// Behind the screens, because a stored page would match the address of a link that chooses this language.
addRoute({ cleanURLs: false, directoryIndex: "", ignoreURLParametersMatching: [] });

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
  if (data === "build") ports[0]?.postMessage(BUILD.scripts);
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
