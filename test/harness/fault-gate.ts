// A proxy in front of a site. It simulates failures of networks, proxies and portals, and records the server's requests.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { type OwnSite, startOwnSite } from "#test/harness/processes/own-site.ts";

/** What happens to a request instead of the normal response. */
export type Fault =
  /** The connection ends before the server gets the request. */
  | "drop"
  /** No response until the gate is reset or disposed of. The server does not get the request. */
  | "hang"
  /** The error page of a proxy, with this status. */
  | 429
  | 502
  | 503
  /** The page of a captive portal, with status 200. */
  | "portal"
  /** The server processes the request, then the connection ends. */
  | "lose-answer"
  /** The server processes the request, and a proxy answers 504. */
  | "time-out"
  /** The normal response, delayed. */
  | { delayMs: number };

/** A data call (each call of a batch separately), an account call, or a request for a page or file. */
type Call = {
  /** For example `loadout.save`, `auth/get-session` or `/bf4`. */
  name: string;
  method: string;
  /** The input of a data call; the parsed body of any other. */
  input: unknown;
};

/** Selects calls by a name, a pattern of names, or a predicate. */
type Match = string | RegExp | ((call: Call) => boolean);

/** Data calls and account calls. */
export const API: Match = /^[^/]/;
/** `API` without the games' catalogues, which only the service worker stores. */
export const PERSONAL: Match = /^(?!arsenal\.|catalogue\.)[^/]/;
/** Data calls that change data. */
export const CHANGES: Match = ({ name, method }) => method === "POST" && !name.startsWith("auth/");
/** Pages, including those that the service worker stores. */
export const PAGES: Match = ({ name }) => name.startsWith("/") && !name.includes(".");

export type Failure = {
  /** Returns the number of requests that failed. */
  count(): number;
  end(): void;
};

export type FaultGate = AsyncDisposable & {
  origin: string;
  site: OwnSite;
  /** Lets all requests with a matching call fail from now on, or the next `times`. The earliest matching failure applies. */
  fail(match: Match, fault: Fault, times?: number): Failure;
  /** Returns the calls with this name that the server got since the last reset or `forgetCalls`. */
  calls(name: string): readonly Call[];
  forgetCalls(): void;
  /** Makes a data call with the cookie of the browser that called last; failures do not apply to it. */
  mutate(name: string, input: unknown): Promise<unknown>;
  /** Gives pages and service worker the id of a newer build from now on, and appends this line to the worker. */
  announceNewBuild(line?: string): void;
  /** Runs a script in each page that is loaded from now on, before any other script. */
  inject(script: string): void;
  /** Ends all failures and hanging requests, and deletes all users, loadouts and folders. */
  reset(): void;
};

type State = {
  failures: Set<{ matches: (call: Call) => boolean; fault: Fault; remaining: number; count: number }>;
  hanging: Set<ServerResponse>;
  calls: Call[];
  cookie: string;
  newerLine: string | null;
  script: string;
};

const emptyState = (): State => ({
  failures: new Set(),
  hanging: new Set(),
  calls: [],
  cookie: "",
  newerLine: null,
  script: "",
});

/** Marks calls of the gate itself, which go through the gate because the site accepts its origin only. */
const BYPASS_HEADER = "x-past-failures";

/** The suffix of the newer build's id. */
const NEWER_SUFFIX = "-newer";

/** Starts a site with these environment variables, and the gate in front of it. */
export async function openFaultGate(variables: Record<string, string> = {}): Promise<FaultGate> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  let state = emptyState();
  let site: OwnSite | null = null;
  const server = createServer((incoming, response) => {
    // Until the site has started, only its own start calls the gate.
    if (!site) return void response.end("{}");
    void handle(incoming, response, site.origin, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  const ownSite = await startOwnSite({ ORIGIN: origin, TRUSTED_PROXIES: "127.0.0.1,::1", ...variables });
  site = ownSite;
  return {
    origin,
    site: ownSite,
    fail(match, fault, times = Number.POSITIVE_INFINITY) {
      const failure = { matches: toPredicate(match), fault, remaining: times, count: 0 };
      state.failures.add(failure);
      const { failures } = state;
      return { count: () => failure.count, end: () => void failures.delete(failure) };
    },
    calls: (name) => state.calls.filter((call) => call.name === name),
    forgetCalls: () => {
      state.calls = [];
    },
    async mutate(name, input) {
      const headers = {
        [BYPASS_HEADER]: "yes",
        "content-type": "application/json",
        "x-trpc-source": "react-app",
        origin,
        cookie: state.cookie,
      };
      const response = await fetch(`${origin}/api/trpc/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(input),
      });
      if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
      return (await response.json()).result.data;
    },
    announceNewBuild: (line = "") => {
      state.newerLine = line;
    },
    inject: (script) => {
      state.script += script;
    },
    reset() {
      for (const response of state.hanging) response.destroy();
      state = emptyState();
      for (const table of ["user", "loadout", "folder"]) ownSite.sql(`delete from "${table}"`);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await ownSite[Symbol.asyncDispose]();
    },
  };
}

function toPredicate(match: Match): (call: Call) => boolean {
  if (typeof match === "function") return match;
  return ({ name }) => (typeof match === "string" ? name === match : match.test(name));
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  origin: string,
  state: State,
): Promise<void> {
  // Chromium repeats a request on its own when a reused connection ends.
  response.shouldKeepAlive = false;
  const body = await buffer(incoming);
  const url = new URL(incoming.url?.replace(NEWER_SUFFIX, "") ?? "/", origin);
  const calls = incoming.headers[BYPASS_HEADER] ? [] : listCalls(incoming.method ?? "GET", url, body);
  const fault = takeFault(state, calls);
  if (fault === "drop") return void response.destroy();
  if (fault === "hang") {
    state.hanging.add(response);
    return;
  }
  if (fault === "portal") return sendPage(response, 200, "Welcome to the hotel");
  if (typeof fault === "number") return sendPage(response, fault, PROXY_TITLES[fault]);
  if (typeof fault === "object" && fault !== null) await sleep(fault.delayMs);
  state.calls.push(...calls);
  const { cookie = "" } = incoming.headers;
  if (cookie.includes("session_token")) state.cookie = cookie;
  forward(incoming, response, url, { body, state, fault });
}

/** Returns the calls of a request; a batch has several. */
function listCalls(method: string, { pathname, searchParams }: URL, body: Buffer): Call[] {
  const parsed = parseJson(body.toString());
  if (!pathname.startsWith("/api/trpc/")) return [{ name: pathname.replace(/^\/api\//, ""), method, input: parsed }];
  const names = pathname.slice("/api/trpc/".length).split(",");
  const input = method === "GET" ? parseJson(searchParams.get("input") ?? "") : parsed;
  if (!searchParams.has("batch")) return names.map((name) => ({ name, method, input }));
  return names.map((name, index) => ({ name, method, input: Reflect.get(Object(input), index) }));
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function takeFault({ failures }: State, calls: readonly Call[]): Fault | null {
  for (const failure of failures) {
    if (failure.remaining === 0 || !calls.some(failure.matches)) continue;
    failure.remaining -= 1;
    failure.count += 1;
    return failure.fault;
  }
  return null;
}

const PROXY_TITLES = {
  429: "Too Many Requests",
  502: "Bad Gateway",
  503: "Service Temporarily Unavailable",
  504: "Gateway Time-out",
};

function sendPage(response: ServerResponse, status: number, title: string): void {
  const page = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page);
}

type ForwardedRequest = { body: Buffer; state: State; fault: Fault | null };

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { body, state, fault }: ForwardedRequest,
): void {
  // The response has to be uncompressed and complete to be changed.
  const { "accept-encoding": _encodings, "if-none-match": _tag, ...headers } = incoming.headers;
  const { newerLine, script } = state;
  const respond = async (upstream: IncomingMessage) => {
    if (fault === "lose-answer" || fault === "time-out") {
      await buffer(upstream);
      if (fault === "time-out") sendPage(response, 504, PROXY_TITLES[504]);
      else response.destroy();
      return;
    }
    const change = getChange(upstream.headers["content-type"] ?? "", url.pathname, { newerLine, script });
    if (!change) {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      // An event stream may send nothing for a long time, and ends when its reader disconnects.
      response.flushHeaders();
      response.once("close", () => upstream.destroy());
      return void upstream.pipe(response);
    }
    const { "content-length": _length, "content-security-policy": policy, ...rest } = upstream.headers;
    // An injected script has no hash in the policy.
    const allowed = script || policy === undefined ? rest : { ...rest, "content-security-policy": policy };
    response.writeHead(upstream.statusCode ?? 502, allowed).end(change(await text(upstream)));
  };
  const upstreamRequest = request(url, { method: incoming.method, headers, agent: false }, (given) => {
    // The upstream response may end early.
    void respond(given).catch(() => response.destroy());
  });
  upstreamRequest.on("error", () => response.destroy());
  upstreamRequest.end(body);
}

/** Returns the change of a response body, or null when it stays unchanged. */
function getChange(
  type: string,
  path: string,
  { newerLine, script }: Pick<State, "newerLine" | "script">,
): ((body: string) => string) | null {
  const isNewer = newerLine !== null;
  if (type.startsWith("text/html") && (isNewer || script)) {
    return (page) => {
      const named = isNewer ? page.replace(/ data-build="[^"]+/, `$&${NEWER_SUFFIX}`) : page;
      return script ? named.replace("<head>", `<head><script>${script}</script>`) : named;
    };
  }
  if (path !== "/sw.js" || !isNewer) return null;
  return (worker) => `${worker.replace(/"id":"[^"]+/, `$&${NEWER_SUFFIX}`)}\n${newerLine}`;
}
