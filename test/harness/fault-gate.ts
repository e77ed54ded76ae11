// A proxy in front of a site of its own. It fails as networks, proxies and portals do, and records what the server gets.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#test/harness/processes/free-port.ts";
import { type OwnSite, ownSite } from "#test/harness/processes/own-site.ts";

/** What a request gets in place of its answer. */
export type Fault =
  /** The connection ends before the server gets the request. */
  | "drop"
  /** Nothing, until the gate is reset or disposed of. The server does not get the request. */
  | "hang"
  /** The page of a proxy, with this status. */
  | 429
  | 502
  | 503
  /** The page of a portal, with status 200. */
  | "portal"
  /** The server processes the request, then the connection ends. */
  | "lose-answer"
  /** The server processes the request, and a proxy answers 504. */
  | "time-out"
  /** The answer, later. */
  | { delayMs: number };

/** What is called: a data call, each of a batch by itself; an account call; or a page or file. */
type Call = {
  /** `loadout.save`, `auth/get-session`, `/bf4`. */
  name: string;
  method: string;
  /** The input of a data call; the parsed body of any other. */
  input: unknown;
};

/** A name, a pattern of names, or anything else that a call can be recognized by. */
type Match = string | RegExp | ((call: Call) => boolean);

/** Data calls and account calls. */
export const API: Match = /^[^/]/;
/** The same without the games' catalogues, which only the service worker stores. */
export const PERSONAL: Match = /^(?!arsenal\.|catalogue\.)[^/]/;
/** Data calls that change something. */
export const CHANGES: Match = ({ name, method }) => method === "POST" && !name.startsWith("auth/");
/** Pages, also those that the service worker stores. */
export const PAGES: Match = ({ name }) => name.startsWith("/") && !name.includes(".");

export type Failure = {
  /** How many requests it met. */
  count(): number;
  end(): void;
};

export type FaultGate = AsyncDisposable & {
  origin: string;
  site: OwnSite;
  /** Requests with a matching call fail from now on, or only so many of them. The earliest failure that matches applies. */
  fail(match: Match, fault: Fault, times?: number): Failure;
  /** What the server got since the last reset or `forgetCalls`. */
  calls(name: string): readonly Call[];
  forgetCalls(): void;
  /** Makes a data call with the cookie of the browser that called last, past all failures. */
  mutate(name: string, input: unknown): Promise<unknown>;
  /** From now on pages and worker name another build, and the worker ends with this line. */
  renew(line?: string): void;
  /** Runs a script in each page that is loaded from now on, before any other. */
  inject(script: string): void;
  /** Ends all failures, and what hangs; no person is left on the site. */
  reset(): void;
};

type State = {
  failures: Set<{ matches: (call: Call) => boolean; fault: Fault; left: number; count: number }>;
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

/** Marks a call of the gate's own: the site answers the origin of the gate alone. */
const PAST_FAILURES = "x-past-failures";

/** By which the name of the newer build differs. */
const NEWER = "-newer";

/** Starts a site of its own with these variables, and the gate in front of it. */
export async function openFaultGate(variables: Record<string, string> = {}): Promise<FaultGate> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let state = emptyState();
  let site: OwnSite | null = null;
  const server = createServer((incoming, answer) => {
    // Until the site is there, only its own beginning calls.
    if (!site) return void answer.end("{}");
    void handle(incoming, answer, site.origin, state).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  const opened = await ownSite({ ORIGIN: origin, TRUSTED_PROXIES: "127.0.0.1,::1", ...variables });
  site = opened;
  return {
    origin,
    site: opened,
    fail(match, fault, times = Number.POSITIVE_INFINITY) {
      const failure = { matches: toPredicate(match), fault, left: times, count: 0 };
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
        [PAST_FAILURES]: "yes",
        "content-type": "application/json",
        "x-trpc-source": "react-app",
        origin,
        cookie: state.cookie,
      };
      const answer = await fetch(`${origin}/api/trpc/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(input),
      });
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()).result.data;
    },
    renew: (line = "") => {
      state.newerLine = line;
    },
    inject: (script) => {
      state.script += script;
    },
    reset() {
      for (const answer of state.hanging) answer.destroy();
      state = emptyState();
      for (const table of ["user", "loadout", "folder"]) opened.sql(`delete from "${table}"`);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

function toPredicate(match: Match): (call: Call) => boolean {
  if (typeof match === "function") return match;
  return ({ name }) => (typeof match === "string" ? name === match : match.test(name));
}

async function handle(incoming: IncomingMessage, answer: ServerResponse, origin: string, state: State): Promise<void> {
  // Chromium sends a request again by itself when a connection ends that it has used before.
  answer.shouldKeepAlive = false;
  const body = await buffer(incoming);
  const url = new URL(incoming.url?.replace(NEWER, "") ?? "/", origin);
  const calls = incoming.headers[PAST_FAILURES] ? [] : listCalls(incoming.method ?? "GET", url, body);
  const fault = takeFault(state, calls);
  if (fault === "drop") return void answer.destroy();
  if (fault === "hang") {
    state.hanging.add(answer);
    return;
  }
  if (fault === "portal") return sendPage(answer, 200, "Welcome to the hotel");
  if (typeof fault === "number") return sendPage(answer, fault, PROXY_TITLES[fault]);
  if (typeof fault === "object" && fault !== null) await sleep(fault.delayMs);
  state.calls.push(...calls);
  const { cookie = "" } = incoming.headers;
  if (cookie.includes("session_token")) state.cookie = cookie;
  passOn(incoming, answer, url, { body, state, fault });
}

/** The calls of a request: a batch has several. */
function listCalls(method: string, { pathname, searchParams }: URL, body: Buffer): Call[] {
  const parsed = parseJson(body.toString());
  if (!pathname.startsWith("/api/trpc/")) return [{ name: pathname.replace(/^\/api\//, ""), method, input: parsed }];
  const names = pathname.slice("/api/trpc/".length).split(",");
  const input = method === "GET" ? parseJson(searchParams.get("input") ?? "") : parsed;
  if (!searchParams.has("batch")) return names.map((name) => ({ name, method, input }));
  return names.map((name, at) => ({ name, method, input: Reflect.get(Object(input), at) }));
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
    if (failure.left === 0 || !calls.some(failure.matches)) continue;
    failure.left -= 1;
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

function sendPage(answer: ServerResponse, status: number, title: string): void {
  const page = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  answer.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page);
}

type Passed = { body: Buffer; state: State; fault: Fault | null };

function passOn(incoming: IncomingMessage, answer: ServerResponse, url: URL, { body, state, fault }: Passed): void {
  // Plain and whole, so that it can be changed.
  const { "accept-encoding": _encodings, "if-none-match": _tag, ...headers } = incoming.headers;
  const { newerLine, script } = state;
  const respond = async (given: IncomingMessage) => {
    if (fault === "lose-answer" || fault === "time-out") {
      await buffer(given);
      if (fault === "time-out") sendPage(answer, 504, PROXY_TITLES[504]);
      else answer.destroy();
      return;
    }
    const change = getChange(given.headers["content-type"] ?? "", url.pathname, { newerLine, script });
    if (!change) {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      // A stream of events may send nothing for long, and ends with its reader.
      answer.flushHeaders();
      answer.once("close", () => given.destroy());
      return void given.pipe(answer);
    }
    const { "content-length": _length, "content-security-policy": policy, ...rest } = given.headers;
    // An injected script has no hash in the policy.
    const allowed = script || policy === undefined ? rest : { ...rest, "content-security-policy": policy };
    answer.writeHead(given.statusCode ?? 502, allowed).end(change(await text(given)));
  };
  const onward = request(url, { method: incoming.method, headers, agent: false }, (given) => {
    // A stream that waits for its end may be ended in the middle.
    void respond(given).catch(() => answer.destroy());
  });
  onward.on("error", () => answer.destroy());
  onward.end(body);
}

/** What to make of a text; null where it stays as it is. */
function getChange(
  type: string,
  path: string,
  { newerLine, script }: Pick<State, "newerLine" | "script">,
): ((body: string) => string) | null {
  const isNewer = newerLine !== null;
  if (type.startsWith("text/html") && (isNewer || script)) {
    return (page) => {
      const named = isNewer ? page.replace(/ data-build="[^"]+/, `$&${NEWER}`) : page;
      return script ? named.replace("<head>", `<head><script>${script}</script>`) : named;
    };
  }
  if (path !== "/sw.js" || !isNewer) return null;
  return (worker) => `${worker.replace(/"id":"[^"]+/, `$&${NEWER}`)}\n${newerLine}`;
}
