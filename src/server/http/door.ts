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

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Who takes longer is cut off at the next look, so that a head ends after 17 s at most, and a whole request after 27. */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 25_000,
  connectionsCheckingInterval: 2000,
};

/** What the app can ask of a request beside its web form. */
type DoorBindings = { clientAddress: string; requestId: string };
export type AppEnvironment = { Bindings: DoorBindings };

type Refusal = { status: number; code: string; message: string; headers?: Record<string, string> };

/** An HTTP server with the app behind the door; the caller opens the port. */
export function createDoor(
  app: Hono<AppEnvironment>,
  { config, logger }: { config: Config; logger: Logger },
  limits = LIMITS,
): Server {
  const headers = headersOf(config);
  const requestIds = new WeakMap<IncomingMessage, string>();
  const listener = getRequestListener((request, bindings) => {
    // Over HTTP/1 the bindings are Node's request and response.
    const { incoming } = bindings as HttpBindings;
    const clientAddress = clientAddressOf(incoming, config.trustedProxies);
    return app.fetch(request, { clientAddress, requestId: requestIds.get(incoming) ?? "" });
  });
  return createServer(limits, (request, response) => {
    const requestId = randomUUID();
    requestIds.set(request, requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
    logWhenDone(logger, requestId, request, response);
    const refusal = refusalOf(request, config);
    if (refusal) return refuse(response, refusal);
    void listener(request, response);
  });
}

function refusalOf(request: IncomingMessage, config: Config): Refusal | null {
  return formRefusalOf(request) ?? hostRefusalOf(request, config);
}

/** What no browser sends, and a proxy and this server might read in two ways. */
function formRefusalOf(request: IncomingMessage): Refusal | null {
  if (!METHODS.has(request.method ?? "")) {
    const headers = { Allow: [...METHODS].join(", ") };
    return { status: 405, code: "METHOD_NOT_ALLOWED", message: "This method is not offered.", headers };
  }
  const namesOneHost = (request.headersDistinct["host"] ?? []).length < 2;
  if (!namesOneHost || !request.url?.startsWith("/")) {
    return { status: 400, code: "BAD_REQUEST", message: "This request cannot be understood." };
  }
  if (request.headers["content-encoding"] !== undefined) {
    return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message: "What is sent here is sent uncompressed." };
  }
  return null;
}

function hostRefusalOf(request: IncomingMessage, config: Config): Refusal | null {
  const { host: expected } = new URL(config.origin);
  const host = request.headers.host ?? "";
  if (host.toLowerCase() === expected) return null;
  if (config.isLoopback && isLoopbackHost(host)) {
    const headers = { Location: `${config.origin}${request.url}` };
    return { status: 308, code: "MOVED", message: "The site is at its own address.", headers };
  }
  return { status: 421, code: "MISDIRECTED_REQUEST", message: "This site has another name." };
}

function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && url.host === host.toLowerCase() && isLoopbackName(url.hostname);
}

function refuse(response: ServerResponse, { status, code, message, headers = {} }: Refusal): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers });
  response.end(JSON.stringify({ code, message }));
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
