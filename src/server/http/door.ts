// What every request passes before the app sees it: method, host and address are judged on the bare Node request,
// because the app's own Request constructor throws on methods such as TRACE.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { type Config, isLoopbackName } from "#server/config/config.ts";
import type { Logger } from "#server/logger.ts";
import { clientAddressOf } from "./client-address.ts";
import { headersOf } from "./headers.ts";
import type { QuickAnswer, Quickly } from "./quick-answer.ts";
import { createReadLimit, type ReadLimit } from "./read-limit.ts";

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Who takes longer is cut off at the next look, so that a head ends after 17 s at most, and a whole request after 27. */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 25_000,
  // Longer than a proxy keeps an idle line: what it sends down one that closes just then would be lost.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2000,
};

/** What the app can ask of a request beside its web form. */
type Arrival = { clientAddress: string; requestId: string };
export type AppEnvironment = { Bindings: Arrival };

/** What stands behind the door: the app, and what answers before it is asked. */
export type App = { fetch: Hono<AppEnvironment>["fetch"]; quickly?: Quickly };

type DoorParts = { config: Config; logger: Logger; now: () => Date };

type Refusal = { status: number; code: string; message: string; headers?: readonly string[] };

/** An HTTP server with the app behind the door; the caller opens the port. */
export function createDoor(app: App, { config, logger, now }: DoorParts, limits = LIMITS): Server {
  const headers = headersOf(config).flat();
  const refusalOf = createRefusals(config, createReadLimit(config, now));
  const arrivals = new WeakMap<IncomingMessage, Arrival>();
  const listener = getRequestListener((request, bindings) => {
    // Over HTTP/1 the bindings are Node's request and response.
    const { incoming } = bindings as HttpBindings;
    return app.fetch(request, arrivals.get(incoming));
  });
  return createServer(limits, (request, response) => {
    const arrival = { requestId: randomUUID(), clientAddress: clientAddressOf(request, config.trustedProxies) };
    const own = [...headers, "X-Request-Id", arrival.requestId];
    if (logger.isLevelEnabled("info")) logWhenDone(logger, arrival.requestId, request, response);
    const refusal = refusalOf(request, arrival.clientAddress);
    if (refusal) return refuse(response, own, refusal);
    const throughApp = () => {
      for (const [index, name] of own.entries()) if (index % 2 === 0) response.setHeader(name, own[index + 1] ?? "");
      arrivals.set(request, arrival);
      void listener(request, response);
    };
    const quick = isBodiless(request) ? app.quickly?.({ request, ...addressOf(request), ...arrival }) : null;
    if (!quick) return throughApp();
    // What failed here fails there again, and is answered as the app answers failures.
    quick.then((answer) => (answer ? send(response, own, answer) : throughApp()), throughApp);
  });
}

const isBodiless = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;

function addressOf({ url = "" }: IncomingMessage): { path: string; query: string } {
  const at = url.indexOf("?");
  return at < 0 ? { path: url, query: "" } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

function send(response: ServerResponse, own: readonly string[], { status, headers, body }: QuickAnswer): void {
  const length = status === 304 ? [] : ["Content-Length", String(Buffer.byteLength(body))];
  response.writeHead(status, [...own, ...headers, ...length]);
  response.end(body);
}

/** Why a request is not answered; null for most. */
function createRefusals(config: Config, readLimit: ReadLimit) {
  const { host } = new URL(config.origin);
  return (request: IncomingMessage, clientAddress: string): Refusal | null =>
    formRefusalOf(request) ?? hostRefusalOf(request, config, host) ?? limitRefusalOf(readLimit(request, clientAddress));
}

/** What no browser sends, and a proxy and this server might read in two ways. */
function formRefusalOf(request: IncomingMessage): Refusal | null {
  if (!METHODS.has(request.method ?? "")) {
    const headers = ["Allow", [...METHODS].join(", ")];
    return { status: 405, code: "METHOD_NOT_ALLOWED", message: "This method is not offered.", headers };
  }
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1 || !request.url?.startsWith("/")) {
    return { status: 400, code: "BAD_REQUEST", message: "This request cannot be understood." };
  }
  if (request.headers["content-encoding"] !== undefined) {
    return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message: "What is sent here is sent uncompressed." };
  }
  return null;
}

function hostRefusalOf(request: IncomingMessage, config: Config, expected: string): Refusal | null {
  const host = request.headers.host ?? "";
  if (host.toLowerCase() === expected) return null;
  if (config.isLoopback && isLoopbackHost(host)) {
    const headers = ["Location", `${config.origin}${request.url}`];
    return { status: 308, code: "MOVED", message: "The site is at its own address.", headers };
  }
  return { status: 421, code: "MISDIRECTED_REQUEST", message: "This site has another name." };
}

function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && url.host === host.toLowerCase() && isLoopbackName(url.hostname);
}

function limitRefusalOf(waitMs: number): Refusal | null {
  if (waitMs === 0) return null;
  const headers = ["Retry-After", String(Math.ceil(waitMs / 1000))];
  return { status: 429, code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later.", headers };
}

function refuse(response: ServerResponse, own: readonly string[], refusal: Refusal): void {
  const { status, code, message, headers = [] } = refusal;
  const all = ["Content-Type", "application/json", "Cache-Control", "no-store", ...headers];
  send(response, own, { status, headers: all, body: JSON.stringify({ code, message }) });
}

/** One line per answer. Of the address only the path, and of account paths only the call: tokens stand behind it. */
function logWhenDone(logger: Logger, requestId: string, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  response.once("close", () => {
    const path = (request.url ?? "").split("?", 1)[0]?.replace(/^(\/api\/auth\/reset-password)\/.+$/, "$1/…");
    const ms = Math.round(performance.now() - began);
    logger.info({ requestId, method: request.method, path, status: response.statusCode, ms }, "answered");
  });
}
