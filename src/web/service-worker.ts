// What opens the site without a network: the pages, scripts, styles and fonts of one build, in each language that it was used
// in here, and the games' catalogues as they were last read. Sessions, changes and anybody's own things never pass through it.
import { registerRoute } from "workbox-routing";
import { NetworkFirst } from "workbox-strategies";
import { CATALOGUE_CACHE } from "#web/data/offline/catalogue-cache.ts";

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
type AssetRequest = { request: Request; url: URL; event: Extendable };

/** How long a page may take before the stored one replaces it. */
const PATIENCE_S = 3;
/** After this time the site is unreachable: a stored page in any language is better than none. */
const UNREACHABLE_S = 20;
/** In its first tag a page of this site names its build, whichever that is. */
const BUILD_ATTRIBUTE = " data-build=";
/** Characters of a response from which it is recognized. */
const START_LENGTH = 1024;
const SITE = `site-${BUILD.id}`;
/** A query of the games' data; the answers to `all` are stored by the page, each as that of its own query. */
const QUERY = /^\/api\/trpc\/(arsenal|catalogue)\.(?!all$)\w+$/;
/** With it the answer to a query begins. */
const RESULT = '{"result":';
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

/** While a release is rolled out, another process may answer with the page of another build, and a network with its own pages. */
async function load(address: string): Promise<Response> {
  const response = await fetch(address);
  const isOfThisBuild = address.startsWith("/assets/")
    ? !response.headers.get("content-type")?.startsWith("text/html")
    : (await response.clone().text()).includes(`${BUILD_ATTRIBUTE}"${BUILD.id}"`);
  if (!response.ok || response.redirected || !isOfThisBuild) throw new Error(`${address} is not of this build.`);
  return response;
}

/** Until this build takes over, an earlier one writes it: of all caches that have it, the oldest is asked. */
async function readLastLanguage(): Promise<string | null> {
  const last = await (await caches.match(LAST_LANGUAGE))?.text();
  return isOffered(last) ? last : null;
}

const writeLastLanguage = async (language: string): Promise<void> =>
  (await caches.open(SITE)).put(LAST_LANGUAGE, new Response(language));

const getShell = (language: string): string => `/?shell&lang=${language}`;

/** The stored page of an address in this language. */
async function findPage({ pathname, search }: URL, language: string): Promise<Response | undefined> {
  const own = `?lang=${language}`;
  const isDrawn = BUILD.pages.includes(pathname) && ["", own].includes(search);
  return (await caches.open(SITE)).match(isDrawn ? pathname + own : getShell(language), MATCH);
}

/** Reads the first characters of a response, which remains unread. */
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

/** Whether it is a page of this site, and not a proxy's error or what a network answers in place of the site. */
const isOwnPage = async (response: Response): Promise<boolean> =>
  response.status < 500 && (await readStart(response)).includes(BUILD_ATTRIBUTE);

/** What the network answers, if it is a page of this site or leads to one; throws where there is no network. */
async function fetchOwnPage(request: Request, answer: Promise<Response>): Promise<Response | null> {
  const response = await answer;
  // Where a redirect leads is visible to the browser alone; followed within this origin, one to another origin fails.
  const page = response.type === "opaqueredirect" ? await fetch(request.url, { mode: "same-origin" }) : response;
  return (await isOwnPage(page)) ? response : null;
}

const wait = (seconds: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, seconds * 1000, null));

/**
 * Answers a page from the network, as long as there is one. A stored page replaces a late one only in the language of the address, or
 * otherwise the last one; without the site any is better than none, and than what is no page of this site.
 */
async function answerPage({ request, url, event }: AssetRequest): Promise<Response> {
  const [late, lost] = [wait(PATIENCE_S), wait(UNREACHABLE_S)];
  const answer = fetch(request);
  const ownPage = fetchOwnPage(request, answer).catch(() => null);
  const noteLanguage = async () => {
    const language = (await ownPage)?.headers.get("content-language");
    if (isOffered(language)) await writeLastLanguage(language);
  };
  // At once: when a stored page has replaced a late one, the event takes no further work.
  event.waitUntil(noteLanguage());
  const inTime = await Promise.race([ownPage, late]);
  if (inTime) return inTime;
  const last = await (await (await caches.open(SITE)).match(LAST_LANGUAGE))?.text();
  const [language = "", ...others] = [url.searchParams.get("lang"), last, ...BUILD.languages].filter(isOffered);
  let page = (await findPage(url, language)) ?? (await Promise.race([ownPage, lost]));
  for (const other of others) page ??= (await findPage(url, other)) ?? null;
  return page ?? answer.catch(() => Response.error());
}

registerRoute(
  ({ url, request }) =>
    request.mode === "navigate" && url.origin === location.origin && BUILD.screens.includes(url.pathname),
  answerPage,
);

// Pictures and rarer letters come when there is a network.
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith("/assets/"),
  async ({ request }) => (await (await caches.open(SITE)).match(request, MATCH)) ?? fetch(request),
);

const catalogues = new NetworkFirst({
  cacheName: CATALOGUE_CACHE,
  networkTimeoutSeconds: PATIENCE_S,
  matchOptions: MATCH,
  plugins: [
    {
      // A thrown error makes the strategy answer with what is stored.
      fetchDidSucceed: async ({ response, state }) => {
        if (response.ok && (await readStart(response)).startsWith(RESULT)) return response;
        if (state) state["refused"] = response;
        throw new TypeError(`${response.url} is not of this site.`);
      },
      handlerDidError: async ({ state }) => state?.["refused"],
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && !TYPED.test(decodeURIComponent(request.url)) ? response : null,
    },
  ],
});
registerRoute(({ url }) => QUERY.test(url.pathname), catalogues);

/** Runs it, and lets nothing end the worker before it is done. */
const during = (event: Event, work: Promise<unknown>): void => (event as Event & Extendable).waitUntil(work);

addEventListener("message", (event) => {
  const { data, ports } = event;
  const reply = (answer: unknown) => ports[0]?.postMessage(answer);
  if (data === "take-over") during(event, skipWaiting());
  if (data === "build") reply(BUILD.id);
  if (isOffered(data?.keep)) during(event, Promise.allSettled([keep(data.keep)]).then(reply));
});

// A build takes over with the language that was last used; its pages ask for any other one.
addEventListener("install", (event) => {
  during(
    event,
    readLastLanguage().then((last) => (last ? keep(last) : null)),
  );
});

addEventListener("activate", (event) => {
  const dropOld = async () => {
    // It may have been switched since this build was installed.
    const last = await readLastLanguage();
    if (last) await writeLastLanguage(last);
    for (const name of await caches.keys()) if (![SITE, CATALOGUE_CACHE].includes(name)) await caches.delete(name);
    await clients.claim();
  };
  during(event, dropOld());
});
