// What opens the site without a network: the pages, scripts, styles and fonts of one build, in each language that it was used
// in here, and the games' catalogues as they were last read. Sessions, changes and anybody's own things never pass through it.
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { getCatalogueCache } from "#web/data/offline/store.ts";

/** Written in front of it by the build. */
declare const BUILD: {
  /** Identifies this build, in all its languages. */
  id: string;
  languages: string[];
  /** Addresses that have content of their own before the browser draws. */
  pages: string[];
  /** Every address the router knows. */
  screens: string[];
};
/** Of a worker's world, which the compiler knows as a window's. */
declare function skipWaiting(): Promise<void>;
declare const clients: { claim(): Promise<void> };
type Extendable = { waitUntil(work: Promise<unknown>): void };

/** How long a page may take before the stored one replaces it. */
const PATIENCE_S = 3;
const SITE = `site-${BUILD.id}`;
const CATALOGUES = getCatalogueCache(BUILD.id);
/** Search requests are sent once and not stored. */
const TYPED = /"q":"[^"]/;
/** Under this address the cache of the site has the language that was last chosen, or that the last page was in. */
const LAST_LANGUAGE = "/last-language";
/** Compressed or not, a file is the same. */
const MATCH = { ignoreVary: true };

const isOffered = (language: string | null | undefined): language is string =>
  BUILD.languages.includes(String(language));

/** Stores what opens the site in this language, which is now the last one. */
async function keep(language: string): Promise<void> {
  await writeLastLanguage(language);
  const cache = await caches.open(SITE);
  // The last of its list.
  if (await cache.match(getShell(language), MATCH)) return;
  const list = await load(`/assets/offline-${language}-${BUILD.id}.txt`);
  // Sequential, because nothing waits for it; what is there from another language, or from before an interruption, stays.
  for (const address of (await list.text()).split("\n"))
    if (!(await cache.match(address, MATCH))) await cache.put(address, await load(address));
}

async function load(address: string): Promise<Response> {
  const response = await fetch(address);
  const isPage = !address.startsWith("/assets/");
  // While a release is rolled out, another process may answer with the page of another build.
  if (!response.ok || (isPage && !(await response.clone().text()).includes(BUILD.id)))
    throw new Error(`${address} is not of this build.`);
  return response;
}

/** Until this build takes over, an earlier one writes it: of all caches that have it, the oldest is asked. */
const readLastLanguage = async (): Promise<string | undefined> => (await caches.match(LAST_LANGUAGE))?.text();

const writeLastLanguage = async (language: string): Promise<void> =>
  (await caches.open(SITE)).put(LAST_LANGUAGE, new Response(language));

const screens = new Set(BUILD.screens);
const pages = new Set(BUILD.pages);

const getShell = (language: string): string => `/?shell&lang=${language}`;

/** The stored page of an address in this language. */
async function findPage({ pathname, search }: URL, language: string): Promise<Response | undefined> {
  const own = `?lang=${language}`;
  const isDrawn = pages.has(pathname) && ["", own].includes(search);
  return (await caches.open(SITE)).match(isDrawn ? pathname + own : getShell(language), MATCH);
}

/**
 * Answers a page from the network, as long as there is one: the server chooses its language. A stored page replaces a late one
 * only in the language that the address asks for, or otherwise the last one; without a network any is better than none.
 */
async function answerPage({
  request,
  url,
  event,
}: {
  request: Request;
  url: URL;
  event: Extendable;
}): Promise<Response> {
  const answer = fetch(request).catch(() => null);
  const noteLanguage = async () => {
    const language = (await answer)?.headers.get("content-language");
    if (isOffered(language)) await writeLastLanguage(language);
  };
  // At once: when a stored page has replaced a late one, the event takes no further work.
  event.waitUntil(noteLanguage());
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_S * 1000, null));
  const inTime = await Promise.race([answer, late]);
  if (inTime) return inTime;
  const last = await (await (await caches.open(SITE)).match(LAST_LANGUAGE))?.text();
  const [language = "", ...others] = [url.searchParams.get("lang"), last, ...BUILD.languages].filter(isOffered);
  let page = (await findPage(url, language)) ?? (await answer);
  for (const other of others) page ??= (await findPage(url, other)) ?? null;
  return page ?? Response.error();
}

registerRoute(
  ({ url, request }) => request.mode === "navigate" && url.origin === location.origin && screens.has(url.pathname),
  answerPage,
);

// Pictures and rarer letters come when there is a network.
const files = new CacheFirst({
  cacheName: SITE,
  matchOptions: MATCH,
  plugins: [{ cacheWillUpdate: async () => null }],
});
registerRoute(({ url }) => url.origin === location.origin && url.pathname.startsWith("/assets/"), files);

const catalogues = new NetworkFirst({
  cacheName: CATALOGUES,
  networkTimeoutSeconds: PATIENCE_S,
  matchOptions: MATCH,
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && !TYPED.test(decodeURIComponent(request.url)) ? response : null,
    },
  ],
});
registerRoute(({ url }) => /^\/api\/trpc\/(arsenal|catalogue)\.\w+$/.test(url.pathname), catalogues);

/** Runs it, and lets nothing end the worker before it is done. */
const during = (event: Event, work: Promise<unknown>): void => (event as Event & Extendable).waitUntil(work);

addEventListener("message", (event) => {
  const { data, ports } = event;
  const [port] = ports;
  if (data === "take-over") during(event, skipWaiting());
  if (data === "build") port?.postMessage(BUILD.id);
  if (isOffered(data?.keep)) {
    const answer = (isStored: boolean) => port?.postMessage(isStored);
    during(
      event,
      keep(data.keep).then(
        () => answer(true),
        () => answer(false),
      ),
    );
  }
});

addEventListener("install", (event) => {
  // A build takes over with the language that was last used; its pages ask for any other one.
  const keepLast = async () => {
    const last = await readLastLanguage();
    if (isOffered(last)) await keep(last);
  };
  during(event, keepLast());
});

addEventListener("activate", (event) => {
  const dropOld = async () => {
    // It may have been switched since this build was installed.
    const last = await readLastLanguage();
    if (isOffered(last)) await writeLastLanguage(last);
    const names = await caches.keys();
    await Promise.all(names.filter((name) => ![SITE, CATALOGUES].includes(name)).map((name) => caches.delete(name)));
    await clients.claim();
  };
  during(event, dropOld());
});
