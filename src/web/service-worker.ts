// The service worker that makes the site available offline: the pages, scripts, styles and fonts of one build, in each language
// that was used, and the last read catalogues. It never handles sessions, changes or personal data.
import { registerRoute } from "workbox-routing";
import { NetworkFirst } from "workbox-strategies";
import { CATALOGUE_CACHE } from "#web/data/offline/catalogue-cache.ts";

/** Prepended to this file by the build. */
declare const BUILD: {
  /** Identifies the build in all its languages. */
  id: string;
  languages: string[];
  /** The addresses with a prerendered page of their own. */
  pages: string[];
  /** All addresses of the router. */
  screens: string[];
};
/** Declared here, because the compiler has the types of a window, not of a worker. */
declare function skipWaiting(): Promise<void>;
declare const clients: { claim(): Promise<void> };
type Extendable = { waitUntil(work: Promise<unknown>): void };
type AssetRequest = { request: Request; url: URL; event: Extendable };

/** The time after which a stored page replaces a slow response. */
const PAGE_TIMEOUT_S = 3;
/** The time after which the site counts as unreachable, so that a stored page in any language is shown. */
const UNREACHABLE_AFTER_S = 20;
/** The first tag of each page of this site contains this attribute, whatever its build. */
const BUILD_ATTRIBUTE = " data-build=";
/** The number of characters that are read to recognize a response. */
const START_LENGTH = 1024;
const SITE_CACHE = `site-${BUILD.id}`;
/** A query of the games' data. The page itself stores the responses to `all`, split into those of single queries. */
const QUERY = /^\/api\/trpc\/(arsenal|catalogue)\.(?!all$)\w+$/;
/** The beginning of each response to a query. */
const RESULT_START = '{"result":';
/** Searches are not stored. */
const SEARCH_INPUT = /"q":"[^"]/;
/** The address under which the cache stores the last selected language, or the language of the last page. */
const LAST_LANGUAGE = "/last-language";
/** A stored file matches whether it was compressed or not. */
const MATCH_OPTIONS = { ignoreVary: true };

const isOffered = (language: string | null | undefined): language is string =>
  BUILD.languages.includes(String(language));

/** Stores the site in this language, and stores it as the last language. */
async function storeLanguage(language: string): Promise<void> {
  await writeLastLanguage(language);
  const cache = await caches.open(SITE_CACHE);
  // The shell is stored last, so the download is complete.
  if (await cache.match(getShell(language), MATCH_OPTIONS)) return;
  const list = await fetchOfBuild(`/assets/offline-${language}-${BUILD.id}.txt`);
  // Sequential, because nothing waits for it. Files of another language, or from before an interruption, are not loaded again.
  for (const address of (await list.text()).split("\n"))
    if (!(await cache.match(address, MATCH_OPTIONS))) await cache.put(address, await fetchOfBuild(address));
}

/** Fetches a file of this build; throws if another build of a running release, or another network, has responded. */
async function fetchOfBuild(address: string): Promise<Response> {
  const response = await fetch(address);
  const isOfThisBuild = address.startsWith("/assets/")
    ? !response.headers.get("content-type")?.startsWith("text/html")
    : (await response.clone().text()).includes(`${BUILD_ATTRIBUTE}"${BUILD.id}"`);
  if (!response.ok || response.redirected || !isOfThisBuild) throw new Error(`${address} is not of this build.`);
  return response;
}

/** Returns the last language. Until this build activates, the previous build writes it, so search all caches, oldest first. */
async function readLastLanguage(): Promise<string | null> {
  const last = await (await caches.match(LAST_LANGUAGE))?.text();
  return isOffered(last) ? last : null;
}

const writeLastLanguage = async (language: string): Promise<void> =>
  (await caches.open(SITE_CACHE)).put(LAST_LANGUAGE, new Response(language));

const getShell = (language: string): string => `/?shell&lang=${language}`;

/** Returns the stored page of an address in this language. */
async function findPage({ pathname, search }: URL, language: string): Promise<Response | undefined> {
  const ownSearch = `?lang=${language}`;
  const isPrerendered = BUILD.pages.includes(pathname) && ["", ownSearch].includes(search);
  return (await caches.open(SITE_CACHE)).match(
    isPrerendered ? pathname + ownSearch : getShell(language),
    MATCH_OPTIONS,
  );
}

/** Returns the first characters of a response without consuming it. */
async function readStart(response: Response): Promise<string> {
  const reader = response.clone().body?.getReader();
  const decoder = new TextDecoder();
  let start = "";
  while (reader && start.length < START_LENGTH) {
    const { done, value } = await reader.read();
    if (done) break;
    start += decoder.decode(value, { stream: true });
  }
  reader?.cancel().catch(() => {});
  return start;
}

/** Whether a response is a page of this site, not a proxy's error or a captive portal's page. */
const isOwnPage = async (response: Response): Promise<boolean> =>
  response.status < 500 && (await readStart(response)).includes(BUILD_ATTRIBUTE);

/** Returns the network's response if it is a page of this site or redirects to one, otherwise null; throws without a network. */
async function fetchOwnPage(request: Request, responsePromise: Promise<Response>): Promise<Response | null> {
  const response = await responsePromise;
  // The target of a redirect is hidden here. Fetched with mode "same-origin", a redirect to another origin fails.
  const page = response.type === "opaqueredirect" ? await fetch(request.url, { mode: "same-origin" }) : response;
  return (await isOwnPage(page)) ? response : null;
}

const wait = (seconds: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, seconds * 1000, null));

/**
 * Returns the network's response to a page request. A stored page replaces a slow response only if its language is that of the
 * address, or the last one. If the site is unreachable or another network responds, a stored page in any language is used.
 */
async function answerPage({ request, url, event }: AssetRequest): Promise<Response> {
  const [pageTimeout, unreachableTimeout] = [wait(PAGE_TIMEOUT_S), wait(UNREACHABLE_AFTER_S)];
  const responsePromise = fetch(request);
  const ownPage = fetchOwnPage(request, responsePromise).catch(() => null);
  const updateLastLanguage = async () => {
    const language = (await ownPage)?.headers.get("content-language");
    if (isOffered(language)) await writeLastLanguage(language);
  };
  // Registered at once, because the event accepts no work after it has ended.
  event.waitUntil(updateLastLanguage());
  const timelyPage = await Promise.race([ownPage, pageTimeout]);
  if (timelyPage) return timelyPage;
  const last = await (await (await caches.open(SITE_CACHE)).match(LAST_LANGUAGE))?.text();
  const [language = "", ...others] = [url.searchParams.get("lang"), last, ...BUILD.languages].filter(isOffered);
  let page = (await findPage(url, language)) ?? (await Promise.race([ownPage, unreachableTimeout]));
  for (const other of others) page ??= (await findPage(url, other)) ?? null;
  return page ?? responsePromise.catch(() => Response.error());
}

registerRoute(
  ({ url, request }) =>
    request.mode === "navigate" && url.origin === location.origin && BUILD.screens.includes(url.pathname),
  answerPage,
);

// Pictures and rarely used font subsets are only available online.
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith("/assets/"),
  async ({ request }) => (await (await caches.open(SITE_CACHE)).match(request, MATCH_OPTIONS)) ?? fetch(request),
);

const catalogues = new NetworkFirst({
  cacheName: CATALOGUE_CACHE,
  networkTimeoutSeconds: PAGE_TIMEOUT_S,
  matchOptions: MATCH_OPTIONS,
  plugins: [
    {
      // An error makes the strategy use the stored response.
      fetchDidSucceed: async ({ response, state }) => {
        if (response.ok && (await readStart(response)).startsWith(RESULT_START)) return response;
        if (state) state["refused"] = response;
        throw new TypeError(`${response.url} is not of this site.`);
      },
      handlerDidError: async ({ state }) => state?.["refused"],
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && !SEARCH_INPUT.test(decodeURIComponent(request.url)) ? response : null,
    },
  ],
});
registerRoute(({ url }) => QUERY.test(url.pathname), catalogues);

/** Prevents the worker from being stopped until the work is done. */
const waitUntilDone = (event: Event, work: Promise<unknown>): void => (event as Event & Extendable).waitUntil(work);

addEventListener("message", (event) => {
  const { data, ports } = event;
  const reply = (message: unknown) => ports[0]?.postMessage(message);
  if (data === "take-over") waitUntilDone(event, skipWaiting());
  if (data === "build") reply(BUILD.id);
  if (isOffered(data?.keep)) waitUntilDone(event, Promise.allSettled([storeLanguage(data.keep)]).then(reply));
});

// A new build stores the site in the last language before it activates; its pages request further languages.
addEventListener("install", (event) => {
  waitUntilDone(
    event,
    readLastLanguage().then((last) => (last ? storeLanguage(last) : null)),
  );
});

addEventListener("activate", (event) => {
  const dropOldCaches = async () => {
    // The last language may have changed since this build was installed.
    const last = await readLastLanguage();
    if (last) await writeLastLanguage(last);
    for (const name of await caches.keys())
      if (![SITE_CACHE, CATALOGUE_CACHE].includes(name)) await caches.delete(name);
    await clients.claim();
  };
  waitUntilDone(event, dropOldCaches());
});
