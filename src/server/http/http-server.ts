// Checks every request before the app handles it. Method, host and path are checked on the bare Node request, because the web
// Request constructor throws on methods such as TRACE.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { m } from "#messages";
import { getClientAddress, getClientKey } from "#platform/http/client-address.ts";
import { isOpened, type RequestHead } from "#platform/http/negotiation.ts";
import { endAfterRequest, hasBody, parseRequestTarget, readBody } from "#platform/http/request-target.ts";
import type { Logger } from "#platform/logger.ts";
import type { Counter } from "#platform/rate-limit.ts";
import { type Config, isLoopbackName } from "#server/config/config.ts";
import { getHeaders } from "./headers.ts";

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Node checks these times every two seconds: a slow head is cut after 17 s at most, a slow request after 27. */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 25_000,
  // Longer than a proxy keeps an idle connection: a request sent while the server closes it would be lost.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2000,
  // Refused below instead, with the headers of every response.
  requireHostHeader: false,
};

export const READING = {
  /** A connection on which nothing moves in either direction ends after this long, unless a call is being computed. */
  idleMs: 60_000,
  /** A client that is behind with reading has to catch up within this long: the largest response has 10 MB. */
  wholeMs: 10 * 60_000,
};

/** Properties of a request that its web form does not have. */
export type RequestMeta = { clientAddress: string; requestId: string };
export type AppEnvironment = { Bindings: RequestMeta };

/** `headers` are names and values in turn, in addition to the headers of every response. */
type OwnResponse = { status: number; headers: readonly string[]; body: string };

/** What a person gets in place of a refusal's JSON. */
export type RefusalPage = { headers: Readonly<Record<string, string>>; html: string };

/** The app, the addresses of its pages, and the pages of what is refused before it. */
export type App = {
  fetch: Hono<AppEnvironment>["fetch"];
  /** The address of the page that a path is a spelling of; null where there is no such page. */
  findAddress?: ((path: string) => string | null) | undefined;
  getRefusalPage?: (head: RequestHead, refusal: Refusal) => RefusalPage;
};

type ServerParts = {
  config: Config;
  logger: Logger;
  createCounter: (name: string, limit: { max: number; windowMs: number }) => Counter;
};

type Refusal = { status: number; code: string; message: () => string; headers?: readonly string[] };

/** An HTTP server for the app; the caller opens the port. */
export function createHttpServer(
  app: App,
  { config, logger, createCounter }: ServerParts,
  limits = LIMITS,
  reading = READING,
): Server {
  const headers = getHeaders(config).flat();
  const refusalOf = createRefusals(config);
  const countCalls = countCallsBy(createCounter("calls", { max: config.callsPerMinute, windowMs: 60_000 }));
  const metas = new WeakMap<IncomingMessage, RequestMeta>();
  const listener = getRequestListener((request, bindings) => {
    // Over HTTP/1 the bindings are Node's request and response.
    const { incoming } = bindings as HttpBindings;
    return app.fetch(request, metas.get(incoming));
  });
  const refuse = createRefuse(app);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const meta = { requestId: randomUUID(), clientAddress: getClientAddress(request, config.trustedProxies) };
    const own = [...headers, "X-Request-Id", meta.requestId];
    const sent = request.url ?? "";
    const target = parseRequestTarget(sent);
    if (logger.isLevelEnabled("info")) logWhenDone(logger, meta.requestId, target?.path, request, response);
    // From here on each path has one spelling.
    if (target) request.url = target.query === "" ? target.path : `${target.path}?${target.query}`;
    const refusal = target ? refusalOf(request) : BAD_TARGET;
    if (refusal || !target) return refuse(request, response, own, refusal ?? BAD_TARGET);
    const counting = countCalls(target.path, meta.clientAddress);
    // Nearly always counted in memory: a promise would cost each request a turn.
    const waitMs = typeof counting === "number" ? counting : await counting;
    if (waitMs > 0) return refuse(request, response, own, getLimitRefusal(waitMs));
    if (hasBody(request)) {
      const body = await readBody(request);
      if (body === null) return refuse(request, response, own, BODY_TOO_LARGE);
      // The listener uses this property instead of reading the body itself.
      Object.assign(request, { rawBody: body });
    }
    const move = request.method === "POST" ? null : getMove(sent, app.findAddress?.(target.path) ?? null);
    if (move) return send(response, own, move);
    for (const [index, name] of own.entries()) if (index % 2 === 0) response.setHeader(name, own[index + 1] ?? "");
    metas.set(request, meta);
    void listener(request, response);
  };
  const server = createServer(limits, (request, response) => void answer(request, response));
  endUnread(server, reading);
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    refuse(request, response, [...headers, "X-Request-Id", randomUUID()], UNMET_EXPECTATION),
  );
  refuseUnreadable(server, headers);
  return server;
}

const BAD_TARGET: Refusal = { status: 400, code: "BAD_REQUEST", message: m.refusal_unreadable_request };
const BODY_TOO_LARGE: Refusal = { status: 413, code: "PAYLOAD_TOO_LARGE", message: m.refusal_too_large };
const UNMET_EXPECTATION: Refusal = {
  status: 417,
  code: "EXPECTATION_FAILED",
  message: m.refusal_unmet_expectation,
};

/** Ends connections whose client does not read its response, or reads it too slowly. */
function endUnread(server: Server, { idleMs, wholeMs }: typeof READING): void {
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  server.setTimeout(idleMs, (socket) => {
    // Of pipelined requests one may be computed while the responses before it wait.
    const isComputing = [...open].some(({ req, headersSent }) => req.socket === socket && req.complete && !headersSent);
    if (isComputing) socket.setTimeout(idleMs);
    else socket.destroy();
  });
  const behindSince = new WeakMap<ServerResponse, number>();
  const endLate = () => {
    const now = performance.now();
    for (const response of open) {
      const { socket } = response.req;
      // Not from its end: a streamed response does not end before its client has read it.
      const since = socket.writableLength > 0 ? (behindSince.get(response) ?? now) : now;
      behindSince.set(response, since);
      if (now - since > wholeMs) socket.destroy();
    }
  };
  const looking = setInterval(endLate, wholeMs / 10).unref();
  server.once("close", () => clearInterval(looking));
}

/** Statuses for errors of Node's parser, which occur before there is a request; 400 for all others. */
const UNREADABLE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A client may take this long to read the error before its connection is closed. */
const ERROR_READ_MS = 500;

/** Answers requests that Node's parser refuses, with the headers of every response. */
function refuseUnreadable(server: Server, headers: readonly string[]): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  server.prependListener("request", ({ socket }, response) => responses.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return socket.destroy(error);
    const response = responses.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (refused.has(socket)) return;
    if (isAnswering || !socket.writable || error.code === "ECONNRESET") return socket.destroy(error);
    refused.add(socket);
    const status = UNREADABLE[error.code ?? ""] ?? 400;
    // Without a body: the request may have been a HEAD.
    const all = [...headers, "X-Request-Id", randomUUID(), "Cache-Control", "no-store", "Content-Length", "0"];
    const lines = all.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : []));
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    setTimeout(() => socket.destroy(), ERROR_READ_MS).unref();
  });
}

function send(response: ServerResponse, own: readonly string[], { status, headers, body }: OwnResponse): void {
  response.writeHead(status, [...own, ...headers, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}

/** Sends a reader from another spelling of a page's address to the page, with the query as it was sent; null for no page. */
function getMove(sent: string, address: string | null): OwnResponse | null {
  const [path = ""] = sent.split("?", 1);
  if (address === null || address === path) return null;
  const headers = ["Location", address + sent.slice(path.length), "Cache-Control", "public, max-age=3600"];
  return { status: 308, headers, body: "" };
}

/** Returns the refusal of a request, or null. */
function createRefusals(config: Config) {
  const { host } = new URL(config.origin);
  return (request: IncomingMessage): Refusal | null => getFormRefusal(request) ?? getHostRefusal(request, config, host);
}

/** Refuses requests that no browser sends, and that a proxy and this server could interpret differently. */
function getFormRefusal(request: IncomingMessage): Refusal | null {
  if (!METHODS.has(request.method ?? "")) {
    const headers = ["Allow", [...METHODS].join(", ")];
    return { status: 405, code: "METHOD_NOT_ALLOWED", message: m.refusal_method_not_offered, headers };
  }
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length !== 1) return BAD_TARGET;
  if (request.headers["content-encoding"] !== undefined) {
    return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message: m.refusal_uncompressed };
  }
  return null;
}

function getHostRefusal(request: IncomingMessage, config: Config, expected: string): Refusal | null {
  const host = request.headers.host ?? "";
  if (host.toLowerCase() === expected) return null;
  if (config.isLoopback && isLoopbackHost(host)) {
    const headers = ["Location", `${config.origin}${request.url}`];
    return { status: 308, code: "MOVED", message: m.refusal_moved, headers };
  }
  return { status: 421, code: "MISDIRECTED_REQUEST", message: m.refusal_other_name };
}

function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && url.host === host.toLowerCase() && isLoopbackName(url.hostname);
}

function getLimitRefusal(waitMs: number): Refusal {
  const headers = ["Retry-After", String(Math.ceil(waitMs / 1000))];
  return { status: 429, code: "TOO_MANY_REQUESTS", message: m.refusal_too_many_requests, headers };
}

const REFUSAL_HEADERS = ["Content-Type", "application/json", "Cache-Control", "no-store"];

const toHead = ({ method = "", url = "", headers }: IncomingMessage): RequestHead => ({
  method,
  url,
  header: (name) => headers[name]?.toString(),
});

/** Refuses with JSON, and a person with a page. */
const createRefuse =
  ({ getRefusalPage }: App) =>
  (request: IncomingMessage, response: ServerResponse, own: readonly string[], refusal: Refusal): void => {
    const { status, code, message, headers = [] } = refusal;
    const head = toHead(request);
    const page = status >= 400 && isOpened(head) ? getRefusalPage?.(head, refusal) : null;
    const body = page ? page.html : JSON.stringify({ code, message: message() });
    const all = [...(page ? replaceHeaders(own, page.headers) : [...own, ...REFUSAL_HEADERS]), ...headers];
    if (request.complete || !hasBody(request)) {
      send(response, all, { status, headers: [], body });
      return;
    }
    const length = ["Content-Length", String(Buffer.byteLength(body)), "Connection", "close"];
    response.writeHead(status, [...all, ...length]);
    response.write(body);
    endAfterRequest(request, response);
  };

/** Names and values in turn; a browser that gets two policies obeys both. */
const replaceHeaders = (own: readonly string[], replacing: RefusalPage["headers"]): string[] => [
  ...own.filter((_, index) => !((own[index - (index % 2)] ?? "") in replacing)),
  ...Object.entries(replacing).flat(),
];

/** Asked every few seconds by proxies and supervisors. */
const PROBES = "/api/health/";

/** Logs one line per response, but for probes: the normalized path without the query, and without the token of a reset link. */
function logWhenDone(
  logger: Logger,
  requestId: string,
  path: string | undefined,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  if (path?.startsWith(PROBES)) return;
  const began = performance.now();
  response.once("close", () => {
    const shown = path?.replace(/(\/reset-password\/).+$/i, "$1…");
    const ms = Math.round(performance.now() - began);
    logger.info({ requestId, method, path: shown, status: response.statusCode, ms }, "answered");
  });
}

/** Counts an API request, each call of a batch by itself. */
const countCallsBy =
  (count: Counter) =>
  (path: string, clientAddress: string): number | Promise<number> => {
    // Health checks may come through the proxy from the address of other clients.
    if (!path.startsWith("/api/") || path.startsWith(PROBES)) return 0;
    const calls = path.startsWith("/api/trpc/") ? path.split(",").length : 1;
    return count(getClientKey(clientAddress), calls);
  };
