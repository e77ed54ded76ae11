import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const ORIGIN = "https://example.com";
const BUILD = { id: "newest", languages: ["en", "de", "pl"], pages: ["/"], screens: ["/", "/bf4"] };

type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
const stored = new Map<string, Map<string, Response>>();
/** The types of events that got further work after they had ended, which browsers refuse. */
const refused: string[] = [];
/** Returns the network's response to a request; null if the network is lost. */
let respond: (address: string, mode: string) => Response | Promise<Response> | null = () => null;

const getAddress = (request: Request | string) => new URL(typeof request === "string" ? request : request.url, ORIGIN);
const getKey = (request: Request | string) => getAddress(request).pathname + getAddress(request).search;
const find = async (name: string, request: Request | string) => stored.get(name)?.get(getKey(request))?.clone();

const caches = {
  open: async (name: string) => {
    const cache = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, cache);
    return {
      match: (request: Request | string) => find(name, request),
      put: async (request: Request | string, response: Response) => void cache.set(getKey(request), response),
    };
  },
  match: async (request: Request | string) => {
    for (const name of stored.keys()) {
      const response = await find(name, request);
      if (response) return response;
    }
    return undefined;
  },
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
};

beforeAll(async () => {
  vi.stubGlobal("BUILD", BUILD);
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("__WB_DISABLE_DEV_LOGS", true);
  vi.stubGlobal("location", new URL(ORIGIN));
  vi.stubGlobal("registration", { scope: ORIGIN });
  vi.stubGlobal("clients", { claim: async () => {} });
  vi.stubGlobal("addEventListener", (type: string, listener: Listener) => listeners.set(type, listener));
  for (const name of ["FetchEvent", "ExtendableEvent"]) vi.stubGlobal(name, class {});
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", async (request: Request | string, { mode }: RequestInit = {}) => {
    const response = await respond(getKey(request), mode ?? (typeof request === "string" ? "cors" : request.mode));
    if (!response) throw new TypeError("Failed to fetch");
    return response;
  });
  await import("./service-worker.ts");
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  respond = respondOnline;
});
afterEach(() => {
  vi.useRealTimers();
  expect(refused.splice(0)).toEqual([]);
});

const getPage = (language: string, build = BUILD.id) =>
  new Response(`<html lang="${language}" data-build="${build}">`, { headers: { "content-language": language } });

/** Returns the site's response in the language of the address, otherwise in English. */
function respondOnline(address: string): Response {
  const list = /^\/assets\/offline-(\w+)-newest\.txt$/.exec(address)?.[1];
  if (list) return new Response(`/assets/${list}.js\n/assets/both.js\n/?lang=${list}\n/?shell&lang=${list}`);
  return address.startsWith("/assets/") ? new Response("code") : getPage(/lang=(\w+)/.exec(address)?.[1] ?? "en");
}

/** Dispatches an event and waits for its work. As in a browser, an event accepts no work after all its work is done. */
async function dispatch(
  type: string,
  eventFields: { respondWith?: (page: Promise<Response>) => void; [name: string]: unknown } = {},
): Promise<void> {
  const pendingWork: Promise<unknown>[] = [];
  let openCount = 1;
  const end = () => {
    openCount -= 1;
  };
  const waitUntil = (work: Promise<unknown>) => {
    if (openCount === 0) {
      refused.push(type);
      throw new DOMException("The event is over.", "InvalidStateError");
    }
    openCount += 1;
    pendingWork.push(work);
    work.then(end, end);
  };
  const respondWith = (page: Promise<Response>) => {
    waitUntil(page);
    eventFields.respondWith?.(page);
  };
  listeners.get(type)?.({ type, waitUntil, ...eventFields, respondWith });
  end();
  await Promise.all(pendingWork);
}

/** Sends the message with which a page asks the worker to store the site in its language; returns whether that succeeded. */
async function storeSite(language: string): Promise<boolean> {
  const port = { postMessage: vi.fn() };
  await dispatch("message", { data: { keep: language }, ports: [port] });
  return port.postMessage.mock.lastCall?.[0][0].status === "fulfilled";
}

/** Returns the language of the page that opens at this address. */
async function openPage(address: string): Promise<string | undefined> {
  const request = new Request(ORIGIN + address);
  Object.defineProperty(request, "mode", { value: "navigate" });
  const { promise, resolve } = Promise.withResolvers<Response>();
  void dispatch("fetch", { request, respondWith: resolve });
  const page = promise.then((response) => (response.type === "error" ? "" : response.text()));
  return /lang="(\w+)"/.exec(await page)?.[1];
}

const respondOffline = () => null;
/** A network on which no response arrives. */
const stall = () => new Promise<Response>(() => {});

test("without a network a page has the language of its address, of the last page, or any stored language", async () => {
  await storeSite("en");
  await storeSite("de");
  respond = respondOffline;
  expect(await openPage("/bf4?tab=loadouts")).toBe("de");
  expect(await openPage("/?lang=en")).toBe("en");
  expect(await openPage("/?lang=pl")).toBe("de");
});

test("a slow response is replaced by a stored page in the language of the last page", async () => {
  await storeSite("de");
  await storeSite("en");
  respond = () => getPage("de");
  expect(await openPage("/")).toBe("de");
  respond = stall;
  const page = openPage("/bf4");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await page).toBe("de");
});

test("a slow response in a language that is not stored is awaited, for a link and for the language switch", async () => {
  await storeSite("en");
  const { promise, resolve } = Promise.withResolvers<void>();
  respond = () => promise.then(() => getPage("de"));
  const linked = openPage("/bf4?lang=de");
  void storeSite("de");
  const switched = openPage("/bf4");
  await vi.advanceTimersByTimeAsync(19_000);
  resolve();
  expect(await Promise.all([linked, switched])).toEqual(["de", "de"]);
});

test("a slow response still sets the last language after a stored page has replaced it", async () => {
  await storeSite("de");
  await storeSite("en");
  const { promise, resolve } = Promise.withResolvers<void>();
  respond = () => promise.then(() => getPage("de"));
  const replaced = openPage("/bf4");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await replaced).toBe("en");
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  respond = respondOffline;
  expect(await openPage("/bf4")).toBe("de");
});

test("a further language does not remove the others, and shared files are loaded once", async () => {
  const requests: string[] = [];
  respond = (address) => {
    requests.push(address);
    return respondOnline(address);
  };
  expect([await storeSite("en"), await storeSite("de"), await storeSite("en")]).toEqual([true, true, true]);
  expect(requests.filter((address) => address === "/assets/both.js")).toHaveLength(1);
  respond = respondOffline;
  expect([await openPage("/?lang=en"), await openPage("/?lang=de")]).toEqual(["en", "de"]);
});

test("an interrupted download continues at the next visit, and no page opens before it is complete", async () => {
  respond = (address) => (address.includes("shell") ? null : respondOnline(address));
  expect(await storeSite("de")).toBe(false);
  respond = respondOffline;
  expect(await openPage("/bf4")).toBeUndefined();
  respond = (address) => (address === "/assets/both.js" ? null : respondOnline(address));
  expect(await storeSite("de")).toBe(true);
});

test("a page of another build is not stored", async () => {
  respond = (address) => (address.startsWith("/assets/") ? respondOnline(address) : getPage("en", "older"));
  expect(await storeSite("en")).toBe(false);
});

test("a new build stores the language of the last page before it activates, and then deletes the caches of earlier builds", async () => {
  for (const name of ["site-older", "catalogues-older", "catalogues-1"]) await caches.open(name);
  await (await caches.open("site-older")).put("/last-language", new Response("de"));
  await dispatch("install");
  await dispatch("activate");
  expect([...stored.keys()].toSorted()).toEqual(["catalogues-1", "site-newest"]);
  respond = respondOffline;
  expect(await openPage("/bf4")).toBe("de");
});

test("a new build activates with the language that was selected while it was waiting", async () => {
  const older = await caches.open("site-older");
  for (const language of ["en", "de"]) {
    await older.put("/last-language", new Response(language));
    await dispatch("install");
  }
  await older.put("/last-language", new Response("en"));
  await dispatch("activate");
  respond = respondOffline;
  expect(await openPage("/bf4")).toBe("en");
});

/** Returns the response of another network, e.g. a captive portal. Its header names a language, like the site's own pages. */
const getForeignPage = (status = 200) =>
  new Response('<html lang="fr">Sign in to this network</html>', {
    status,
    headers: { "content-type": "text/html", "content-language": "de" },
  });

const FOREIGN_STATUSES = [200, 403, 429, 500, 502, 503, 504];

test.for(FOREIGN_STATUSES)(
  "a stored page replaces a foreign page with status %i, and the foreign language is not stored",
  async (status) => {
    await storeSite("de");
    await storeSite("en");
    respond = () => getForeignPage(status);
    expect(await openPage("/bf4")).toBe("en");
    expect(await openPage("/bf4?lang=pl")).toBe("en");
    respond = respondOffline;
    expect(await openPage("/bf4")).toBe("en");
  },
);

test("a stored page replaces a server error of this site", async () => {
  await storeSite("en");
  respond = () => new Response(getPage("de").body, { status: 503 });
  expect(await openPage("/bf4")).toBe("en");
});

test("without a stored page any response of the network is shown", async () => {
  respond = () => getForeignPage(502);
  expect(await openPage("/bf4")).toBe("fr");
});

test.for([200, 404])("a page of another build with status %i is shown instead of a stored page", async (status) => {
  await storeSite("en");
  const page = '<!doctype html>\n<html lang="it" data-contact="" data-build="newer"><head></head></html>';
  respond = () => new Response(page, { status, headers: { "content-language": "it" } });
  expect(await openPage("/bf4")).toBe("it");
});

test("a page that arrives in small chunks is shown instead of a stored page", async () => {
  await storeSite("en");
  const parts = ['<!doctype html><html lang="it"', ` data-build="${BUILD.id}"></html>`];
  const send = (controller: ReadableStreamDefaultController) => {
    for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
    controller.close();
  };
  respond = () => new Response(new ReadableStream({ start: send }));
  expect(await openPage("/bf4")).toBe("it");
});

test("a stored page replaces a redirect to another origin, but not a redirect within the site", async () => {
  const createRedirect = () =>
    Object.defineProperty(new Response('<html lang="redirect">'), "type", { value: "opaqueredirect" });
  await storeSite("en");
  // With mode "same-origin", fetch fails on a redirect to another origin.
  respond = (_, mode) => (mode === "same-origin" ? null : createRedirect());
  expect(await openPage("/bf4")).toBe("en");
  respond = (_, mode) => (mode === "same-origin" ? getForeignPage() : createRedirect());
  expect(await openPage("/bf4")).toBe("en");
  respond = (_, mode) => (mode === "same-origin" ? getPage("de") : createRedirect());
  expect(await openPage("/bf4")).toBe("redirect");
});

test.for([
  ["no response arrives", stall],
  ["a response stalls at its beginning", () => new Response(new ReadableStream({}))],
] as const)("if %s, any stored page is shown after a timeout", async ([, network]) => {
  await storeSite("en");
  respond = network;
  const page = openPage("/bf4?lang=de");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await page).toBe("en");
});

test.for(["/assets/offline-en-newest.txt", "/assets/both.js", "/?lang=en"])(
  "a foreign page in place of %s is not stored",
  async (path) => {
    respond = (address) => (address === path ? getForeignPage() : respondOnline(address));
    expect(await storeSite("en")).toBe(false);
    expect([...(stored.get("site-newest")?.keys() ?? [])]).not.toContain(path);
    respond = respondOnline;
    expect(await storeSite("en")).toBe(true);
  },
);

const LIST = "/api/trpc/arsenal.list?input=%7B%22game%22%3A%22bf4%22%7D";
const getJson = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

/** Returns the status and text of the response to a call of the page. */
async function call(address: string): Promise<readonly [number, string]> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  void dispatch("fetch", { request: new Request(ORIGIN + address), respondWith: resolve });
  // The response is stored in a later task.
  await vi.advanceTimersByTimeAsync(3_000);
  const response = await promise;
  return [response.status, await response.text()];
}

test.for([
  ["a foreign page", () => getForeignPage()],
  ["a foreign page with an error", () => getForeignPage(502)],
  ["a rate limit", () => getJson({ error: {} }, 429)],
  ["an error", () => getJson({ error: {} }, 503)],
  ["JSON of another program", () => getJson({ status: "login required" })],
  ["no response", respondOffline],
  ["a timeout", stall],
] as const)("stored game data replaces %s", async ([, network]) => {
  respond = () => getJson({ result: { data: "first" } });
  await call(LIST);
  respond = network;
  expect(await call(LIST)).toEqual([200, '{"result":{"data":"first"}}']);
  respond = () => getJson({ result: { data: "second" } });
  expect(await call(LIST)).toEqual([200, '{"result":{"data":"second"}}']);
  respond = respondOffline;
  expect(await call(LIST)).toEqual([200, '{"result":{"data":"second"}}']);
});

test("without stored game data the network's response is returned and not stored", async () => {
  respond = () => getJson({ error: { message: "Try again later." } }, 429);
  expect(await call(LIST)).toEqual([429, '{"error":{"message":"Try again later."}}']);
  respond = () => getForeignPage();
  expect((await call(LIST))[1]).toContain("Sign in to this network");
  expect([...(stored.get("catalogues-1")?.keys() ?? [])]).toEqual([]);
});

test("responses that the page itself stores are not intercepted", async () => {
  respond = () => getJson({ result: { data: [] } });
  const respondWith = vi.fn();
  const request = new Request(`${ORIGIN}/api/trpc/arsenal.all?input=%7B%22game%22%3A%22bf4%22%7D`);
  await dispatch("fetch", { request, respondWith });
  expect(respondWith).not.toHaveBeenCalled();
});
