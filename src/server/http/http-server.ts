// Checks every request before the app handles it. Method, host and path are checked on the bare Node request, because the web
// Request constructor throws on methods such as TRACE.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { m } from "#messages";
import { getClientAddress, getClientKey } from "#platform/http/client-address.ts";
import { isPageRequest, type RequestHead } from "#platform/http/negotiation.ts";
import { endAfterRequest, hasBody, parseRequestTarget, readBody } from "#platform/http/request-target.ts";
import type { Logger } from "#platform/logger.ts";
import type { Counter } from "#platform/rate-limit.ts";
import { type Config, isLoopbackName } from "#server/config/config.ts";
import { getHeaders } from "./headers.ts";

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Node checks these times every two seconds, so a slow head is aborted after at most 17 s, a slow request after 27 s. */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 25_000,
  // Longer than a proxy's timeout for idle connections, because a request would be lost if the server closed its connection.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2000,
  // `getFormRefusal` refuses a missing Host instead, with the headers of all responses.
  requireHostHeader: false,
};

export const READ_TIMEOUTS = {
  /** A connection without traffic is closed after this time, unless a request is being processed. */
  idleMs: 60_000,
  /** A client must read a buffered response within this time; the largest response has 10 MB. */
  wholeMs: 10 * 60_000,
};

/** Properties of a request that the Fetch API's Request does not have. */
export type RequestMeta = { clientAddress: string; requestId: string };
export type AppEnvironment = { Bindings: RequestMeta };

/** `headers` are alternating names and values, in addition to the headers of all responses. */
type OwnResponse = { status: number; headers: readonly string[]; body: string };

/** The page that replaces a refusal's JSON in a browser. */
export type RefusalPage = { headers: Readonly<Record<string, string>>; html: string };

/** The app, the addresses of its pages, and the pages for requests that are refused before they reach it. */
export type App = {
  fetch: Hono<AppEnvironment>["fetch"];
  /** Returns the canonical address of a page's path, or null if there is no such page. */
  findAddress?: ((path: string) => string | null) | undefined;
  getRefusalPage?: (head: RequestHead, refusal: Refusal) => RefusalPage;
};

type ServerParts = {
  config: Config;
  logger: Logger;
  createCounter: (name: string, limit: { max: number; windowMs: number }) => Counter;
};

type Refusal = { status: number; code: string; message: () => string; headers?: readonly string[] };

/** Creates an HTTP server for the app; the caller opens the port. */
export function createHttpServer(
  app: App,
  { config, logger, createCounter }: ServerParts,
  limits = LIMITS,
  readTimeouts = READ_TIMEOUTS,
): Server {
  const headers = getHeaders(config).flat();
  const getRefusal = createRefusalFinder(config);
  const countCalls = createCallCounter(createCounter("calls", { max: config.callsPerMinute, windowMs: 60_000 }));
  const metas = new WeakMap<IncomingMessage, RequestMeta>();
  const listener = getRequestListener((request, bindings) => {
    // Over HTTP/1 the bindings are Node's request and response.
    const { incoming } = bindings as HttpBindings;
    return app.fetch(request, metas.get(incoming));
  });
  const refuse = createRefusalSender(app);
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const meta = { requestId: randomUUID(), clientAddress: getClientAddress(request, config.trustedProxies) };
    const ownHeaders = [...headers, "X-Request-Id", meta.requestId];
    const rawUrl = request.url ?? "";
    const target = parseRequestTarget(rawUrl);
    if (logger.isLevelEnabled("info")) logOnClose(logger, meta.requestId, target?.path, request, response);
    // All code below sees the normalized path.
    if (target) request.url = target.query === "" ? target.path : `${target.path}?${target.query}`;
    const refusal = target ? getRefusal(request) : BAD_TARGET;
    if (refusal || !target) return refuse(request, response, ownHeaders, refusal ?? BAD_TARGET);
    const pendingCount = countCalls(target.path, meta.clientAddress);
    // Nearly all counts are synchronous; awaiting them would cost each request a turn of the event loop.
    const waitMs = typeof pendingCount === "number" ? pendingCount : await pendingCount;
    if (waitMs > 0) return refuse(request, response, ownHeaders, getLimitRefusal(waitMs));
    if (hasBody(request)) {
      const body = await readBody(request);
      if (body === null) return refuse(request, response, ownHeaders, BODY_TOO_LARGE);
      // The listener uses this property instead of reading the body itself.
      Object.assign(request, { rawBody: body });
    }
    const redirect = request.method === "POST" ? null : getRedirect(rawUrl, app.findAddress?.(target.path) ?? null);
    if (redirect) return send(response, ownHeaders, redirect);
    for (const [index, name] of ownHeaders.entries())
      if (index % 2 === 0) response.setHeader(name, ownHeaders[index + 1] ?? "");
    metas.set(request, meta);
    void listener(request, response);
  };
  const server = createServer(limits, (request, response) => void handleRequest(request, response));
  closeUnreadConnections(server, readTimeouts);
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

/** Closes connections whose client does not read its response, or reads it too slowly. */
function closeUnreadConnections(server: Server, { idleMs, wholeMs }: typeof READ_TIMEOUTS): void {
  const openResponses = new Set<ServerResponse>();
  server.prependListener("request", (_, response) => {
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
  });
  server.setTimeout(idleMs, (socket) => {
    // With pipelining a request may be processed while earlier responses are waiting.
    const isComputing = [...openResponses].some(
      ({ req, headersSent }) => req.socket === socket && req.complete && !headersSent,
    );
    if (isComputing) socket.setTimeout(idleMs);
    else socket.destroy();
  });
  const behindSince = new WeakMap<ServerResponse, number>();
  const closeLate = () => {
    const now = performance.now();
    for (const response of openResponses) {
      const { socket } = response.req;
      // The time does not start at the end of a response, because a streamed response ends only after the client has read it.
      const since = socket.writableLength > 0 ? (behindSince.get(response) ?? now) : now;
      behindSince.set(response, since);
      if (now - since > wholeMs) socket.destroy();
    }
  };
  const timer = setInterval(closeLate, wholeMs / 10).unref();
  server.once("close", () => clearInterval(timer));
}

/** Statuses for errors of Node's parser, which occur before there is a request; other errors get 400. */
const PARSER_ERROR_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How long a client has to read the error before its connection is closed. */
const ERROR_READ_MS = 500;

/** Responds to requests that Node's parser refuses, with the headers of all responses. */
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
    const status = PARSER_ERROR_STATUSES[error.code ?? ""] ?? 400;
    // The response has no body, because the request may have been a HEAD.
    const allHeaders = [...headers, "X-Request-Id", randomUUID(), "Cache-Control", "no-store", "Content-Length", "0"];
    const lines = allHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${allHeaders[index + 1]}`] : []));
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    setTimeout(() => socket.destroy(), ERROR_READ_MS).unref();
  });
}

function send(response: ServerResponse, ownHeaders: readonly string[], { status, headers, body }: OwnResponse): void {
  response.writeHead(status, [...ownHeaders, ...headers, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}

/** Returns a redirect to the canonical address of a page with the same query, or null if the path is canonical or not a page. */
function getRedirect(rawUrl: string, address: string | null): OwnResponse | null {
  const [path = ""] = rawUrl.split("?", 1);
  if (address === null || address === path) return null;
  const headers = ["Location", address + rawUrl.slice(path.length), "Cache-Control", "public, max-age=3600"];
  return { status: 308, headers, body: "" };
}

/** Creates a function that returns the refusal of a request, or null. */
function createRefusalFinder(config: Config) {
  const { host } = new URL(config.origin);
  return (request: IncomingMessage): Refusal | null => getFormRefusal(request) ?? getHostRefusal(request, config, host);
}

/** Refuses requests that browsers do not send, and that a proxy and this server might interpret differently. */
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

/** Creates a function that sends a refusal: as a page to browsers that open an address, otherwise as JSON. */
const createRefusalSender =
  ({ getRefusalPage }: App) =>
  (request: IncomingMessage, response: ServerResponse, ownHeaders: readonly string[], refusal: Refusal): void => {
    const { status, code, message, headers = [] } = refusal;
    const head = toHead(request);
    const page = status >= 400 && isPageRequest(head) ? getRefusalPage?.(head, refusal) : null;
    const body = page ? page.html : JSON.stringify({ code, message: message() });
    const allHeaders = [
      ...(page ? replaceHeaders(ownHeaders, page.headers) : [...ownHeaders, ...REFUSAL_HEADERS]),
      ...headers,
    ];
    if (request.complete || !hasBody(request)) {
      send(response, allHeaders, { status, headers: [], body });
      return;
    }
    const length = ["Content-Length", String(Buffer.byteLength(body)), "Connection", "close"];
    response.writeHead(status, [...allHeaders, ...length]);
    response.write(body);
    endAfterRequest(request, response);
  };

/** Replaces headers in a list of alternating names and values. A header must not occur twice: browsers apply both policies. */
const replaceHeaders = (ownHeaders: readonly string[], replacements: RefusalPage["headers"]): string[] => [
  ...ownHeaders.filter((_, index) => !((ownHeaders[index - (index % 2)] ?? "") in replacements)),
  ...Object.entries(replacements).flat(),
];

/** The path of health checks, which proxies and supervisors call every few seconds. */
const PROBES = "/api/health/";

/** Logs a line per response except health checks: the normalized path without the query and without the token of a reset link. */
function logOnClose(
  logger: Logger,
  requestId: string,
  path: string | undefined,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  if (path?.startsWith(PROBES)) return;
  const began = performance.now();
  response.once("close", () => {
    const loggedPath = path?.replace(/(\/reset-password\/).+$/i, "$1…");
    const ms = Math.round(performance.now() - began);
    logger.info({ requestId, method, path: loggedPath, status: response.statusCode, ms }, "answered");
  });
}

/** Creates a function that counts API requests; each call of a batch counts. */
const createCallCounter =
  (count: Counter) =>
  (path: string, clientAddress: string): number | Promise<number> => {
    // Health checks are not counted, because they may have the address of other clients behind the proxy.
    if (!path.startsWith("/api/") || path.startsWith(PROBES)) return 0;
    const calls = path.startsWith("/api/trpc/") ? path.split(",").length : 1;
    return count(getClientKey(clientAddress), calls);
  };
