import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const ORIGIN = "https://example.com";
const BUILD = { id: "newest", languages: ["en", "de", "pl"], pages: ["/"], screens: ["/", "/bf4"] };

type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
const stored = new Map<string, Map<string, Response>>();
/** Events that got further work once they were over, which browsers refuse. */
const refused: string[] = [];
/** What the network answers an address with; nothing for a lost one. */
let answer: (address: string, mode: string) => Response | Promise<Response> | null = () => null;

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
    const response = await answer(getKey(request), mode ?? (typeof request === "string" ? "cors" : request.mode));
    if (!response) throw new TypeError("Failed to fetch");
    return response;
  });
  await import("./service-worker.ts");
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  answer = getOnline;
});
afterEach(() => {
  vi.useRealTimers();
  expect(refused.splice(0)).toEqual([]);
});

const getPage = (language: string, build = BUILD.id) =>
  new Response(`<html lang="${language}" data-build="${build}">`, { headers: { "content-language": language } });

/** The site in the language that an address names, otherwise in English. */
function getOnline(address: string): Response {
  const list = /^\/assets\/offline-(\w+)-newest\.txt$/.exec(address)?.[1];
  if (list) return new Response(`/assets/${list}.js\n/assets/both.js\n/?lang=${list}\n/?shell&lang=${list}`);
  return address.startsWith("/assets/") ? new Response("code") : getPage(/lang=(\w+)/.exec(address)?.[1] ?? "en");
}

/** Lets an event happen, and waits for all that it causes. As in a browser, it takes no work once all it had is done. */
async function dispatch(
  type: string,
  more: { respondWith?: (page: Promise<Response>) => void; [name: string]: unknown } = {},
): Promise<void> {
  const works: Promise<unknown>[] = [];
  let underWay = 1;
  const end = () => {
    underWay -= 1;
  };
  const waitUntil = (work: Promise<unknown>) => {
    if (underWay === 0) {
      refused.push(type);
      throw new DOMException("The event is over.", "InvalidStateError");
    }
    underWay += 1;
    works.push(work);
    work.then(end, end);
  };
  const respondWith = (page: Promise<Response>) => {
    waitUntil(page);
    more.respondWith?.(page);
  };
  listeners.get(type)?.({ type, waitUntil, ...more, respondWith });
  end();
  await Promise.all(works);
}

/** What a page does that is there: it asks for the site in its language. Whether all of it was stored. */
async function keep(language: string): Promise<boolean> {
  const port = { postMessage: vi.fn() };
  await dispatch("message", { data: { keep: language }, ports: [port] });
  return port.postMessage.mock.lastCall?.[0][0].status === "fulfilled";
}

/** The language of the page that opens at this address. */
async function open(address: string): Promise<string | undefined> {
  const request = new Request(ORIGIN + address);
  Object.defineProperty(request, "mode", { value: "navigate" });
  const { promise, resolve } = Promise.withResolvers<Response>();
  void dispatch("fetch", { request, respondWith: resolve });
  const page = promise.then((response) => (response.type === "error" ? "" : response.text()));
  return /lang="(\w+)"/.exec(await page)?.[1];
}

const offline = () => null;
/** A network on which nothing arrives. */
const stalled = () => new Promise<Response>(() => {});

test("without a network a page is in the language of its address, of the last page, or in any that is stored", async () => {
  await keep("en");
  await keep("de");
  answer = offline;
  expect(await open("/bf4?tab=loadouts")).toBe("de");
  expect(await open("/?lang=en")).toBe("en");
  expect(await open("/?lang=pl")).toBe("de");
});

test("a late page is replaced by a stored one in the language of the last page", async () => {
  await keep("de");
  await keep("en");
  answer = () => getPage("de");
  expect(await open("/")).toBe("de");
  answer = stalled;
  const page = open("/bf4");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await page).toBe("de");
});

test("a late page in a language that is not stored is waited for, whether a link or the switch chose it", async () => {
  await keep("en");
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = () => promise.then(() => getPage("de"));
  const linked = open("/bf4?lang=de");
  void keep("de");
  const switched = open("/bf4");
  await vi.advanceTimersByTimeAsync(19_000);
  resolve();
  expect(await Promise.all([linked, switched])).toEqual(["de", "de"]);
});

test("a late page that a stored one replaced is the last page all the same", async () => {
  await keep("de");
  await keep("en");
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = () => promise.then(() => getPage("de"));
  const replaced = open("/bf4");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await replaced).toBe("en");
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  answer = offline;
  expect(await open("/bf4")).toBe("de");
});

test("a further language leaves the others, and loads what they share once", async () => {
  const requests: string[] = [];
  answer = (address) => {
    requests.push(address);
    return getOnline(address);
  };
  expect([await keep("en"), await keep("de"), await keep("en")]).toEqual([true, true, true]);
  expect(requests.filter((address) => address === "/assets/both.js")).toHaveLength(1);
  answer = offline;
  expect([await open("/?lang=en"), await open("/?lang=de")]).toEqual(["en", "de"]);
});

test("what is interrupted goes on at the next visit, and opens nothing before it is whole", async () => {
  answer = (address) => (address.includes("shell") ? null : getOnline(address));
  expect(await keep("de")).toBe(false);
  answer = offline;
  expect(await open("/bf4")).toBeUndefined();
  answer = (address) => (address === "/assets/both.js" ? null : getOnline(address));
  expect(await keep("de")).toBe(true);
});

test("a page of another build, from a process that has it still, is not stored", async () => {
  answer = (address) => (address.startsWith("/assets/") ? getOnline(address) : getPage("en", "older"));
  expect(await keep("en")).toBe(false);
});

test("a new build has the language of the last page before it takes over, and then drops what the earlier one stored", async () => {
  for (const name of ["site-older", "catalogues-older", "catalogues-1"]) await caches.open(name);
  await (await caches.open("site-older")).put("/last-language", new Response("de"));
  await dispatch("install");
  await dispatch("activate");
  expect([...stored.keys()].toSorted()).toEqual(["catalogues-1", "site-newest"]);
  answer = offline;
  expect(await open("/bf4")).toBe("de");
});

test("a new build takes over with the language that was switched to while it waited", async () => {
  const older = await caches.open("site-older");
  for (const language of ["en", "de"]) {
    await older.put("/last-language", new Response(language));
    await dispatch("install");
  }
  await older.put("/last-language", new Response("en"));
  await dispatch("activate");
  answer = offline;
  expect(await open("/bf4")).toBe("en");
});

/** What a network answers in place of the site: as in its own pages, the language is in a header. */
const getForeignPage = (status = 200) =>
  new Response('<html lang="fr">Sign in to this network</html>', {
    status,
    headers: { "content-type": "text/html", "content-language": "de" },
  });

const FOREIGN = [200, 403, 429, 500, 502, 503, 504];

test.for(FOREIGN)(
  "a stored page replaces a foreign page with status %i, whose language is not the last one",
  async (status) => {
    await keep("de");
    await keep("en");
    answer = () => getForeignPage(status);
    expect(await open("/bf4")).toBe("en");
    expect(await open("/bf4?lang=pl")).toBe("en");
    answer = offline;
    expect(await open("/bf4")).toBe("en");
  },
);

test("a page of this site with an error of the server is replaced by a stored one", async () => {
  await keep("en");
  answer = () => new Response(getPage("de").body, { status: 503 });
  expect(await open("/bf4")).toBe("en");
});

test("without a stored page the network's answer is shown, whatever it is", async () => {
  answer = () => getForeignPage(502);
  expect(await open("/bf4")).toBe("fr");
});

test.for([200, 404])("a page of another build with status %i is shown, although one is stored", async (status) => {
  await keep("en");
  const page = '<!doctype html>\n<html lang="it" data-contact="" data-build="newer"><head></head></html>';
  answer = () => new Response(page, { status, headers: { "content-language": "it" } });
  expect(await open("/bf4")).toBe("it");
});

test("a page that arrives in small parts is shown, although one is stored", async () => {
  await keep("en");
  const parts = ['<!doctype html><html lang="it"', ` data-build="${BUILD.id}"></html>`];
  const send = (controller: ReadableStreamDefaultController) => {
    for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
    controller.close();
  };
  answer = () => new Response(new ReadableStream({ start: send }));
  expect(await open("/bf4")).toBe("it");
});

test("a stored page replaces a redirect to another origin, and not one within the site", async () => {
  const opened = () =>
    Object.defineProperty(new Response('<html lang="redirect">'), "type", { value: "opaqueredirect" });
  await keep("en");
  // Followed within the origin, a redirect to another one fails.
  answer = (_, mode) => (mode === "same-origin" ? null : opened());
  expect(await open("/bf4")).toBe("en");
  answer = (_, mode) => (mode === "same-origin" ? getForeignPage() : opened());
  expect(await open("/bf4")).toBe("en");
  answer = (_, mode) => (mode === "same-origin" ? getPage("de") : opened());
  expect(await open("/bf4")).toBe("redirect");
});

test.for([
  ["nothing arrives", stalled],
  ["a page stops at its beginning", () => new Response(new ReadableStream({}))],
] as const)("where %s, any stored page is shown after a while", async ([, network]) => {
  await keep("en");
  answer = network;
  const page = open("/bf4?lang=de");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await page).toBe("en");
});

test.for(["/assets/offline-en-newest.txt", "/assets/both.js", "/?lang=en"])(
  "a foreign page in place of %s is not stored",
  async (path) => {
    answer = (address) => (address === path ? getForeignPage() : getOnline(address));
    expect(await keep("en")).toBe(false);
    expect([...(stored.get("site-newest")?.keys() ?? [])]).not.toContain(path);
    answer = getOnline;
    expect(await keep("en")).toBe(true);
  },
);

const LIST = "/api/trpc/arsenal.list?input=%7B%22game%22%3A%22bf4%22%7D";
const getJson = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

/** The answer to a call of the page, with its status. */
async function call(address: string): Promise<readonly [number, string]> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  void dispatch("fetch", { request: new Request(ORIGIN + address), respondWith: resolve });
  // What is stored is written in a later task.
  await vi.advanceTimersByTimeAsync(3_000);
  const response = await promise;
  return [response.status, await response.text()];
}

test.for([
  ["a foreign page", () => getForeignPage()],
  ["a foreign page with an error", () => getForeignPage(502)],
  ["too many calls", () => getJson({ error: {} }, 429)],
  ["an error", () => getJson({ error: {} }, 503)],
  ["JSON of another program", () => getJson({ status: "login required" })],
  ["nothing", offline],
  ["nothing in time", stalled],
] as const)("stored game data is the answer where the network answers with %s", async ([, network]) => {
  answer = () => getJson({ result: { data: "first" } });
  await call(LIST);
  answer = network;
  expect(await call(LIST)).toEqual([200, '{"result":{"data":"first"}}']);
  answer = () => getJson({ result: { data: "second" } });
  expect(await call(LIST)).toEqual([200, '{"result":{"data":"second"}}']);
  answer = offline;
  expect(await call(LIST)).toEqual([200, '{"result":{"data":"second"}}']);
});

test("without stored game data the network's answer stands, and is not stored", async () => {
  answer = () => getJson({ error: { message: "Try again later." } }, 429);
  expect(await call(LIST)).toEqual([429, '{"error":{"message":"Try again later."}}']);
  answer = () => getForeignPage();
  expect((await call(LIST))[1]).toContain("Sign in to this network");
  expect([...(stored.get("catalogues-1")?.keys() ?? [])]).toEqual([]);
});

test("the answers that the page stores part by part pass by", async () => {
  answer = () => getJson({ result: { data: [] } });
  const respondWith = vi.fn();
  const request = new Request(`${ORIGIN}/api/trpc/arsenal.all?input=%7B%22game%22%3A%22bf4%22%7D`);
  await dispatch("fetch", { request, respondWith });
  expect(respondWith).not.toHaveBeenCalled();
});
