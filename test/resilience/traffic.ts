// Sends requests at a constant rate over persistent and new connections, and counts their results.
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type TrafficRequest = {
  path: string;
  method?: "GET" | "POST";
  cookie?: string;
  body?: unknown;
  done?(status: number): void;
};

export type Tally = {
  /** Complete responses by status. */
  answered: Map<number, number>;
  /** Connections refused because no server was listening. */
  refused: number;
  /** Requests without a complete response: the reason, and the local port of the connection. */
  failed: { reason: string; port: string }[];
  tookMs: number[];
};

export const createTally = (): Tally => ({ answered: new Map(), refused: 0, failed: [], tookMs: [] });

type Traffic = {
  origin: string;
  perSecond: number;
  connections: number;
  newConnectionShare: number;
  ask(count: number): TrafficRequest;
};

/** Sends requests at this rate until the signal; resolves when every request has ended. */
export async function sendTraffic(parts: Traffic, tally: Tally, signal: AbortSignal): Promise<void> {
  const { perSecond, connections, newConnectionShare, ask: createRequest } = parts;
  const persistentAgent = new Agent({ keepAlive: true, maxSockets: connections });
  const newAgent = new Agent({ keepAlive: false });
  const pendingRequests = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let count = 0; !signal.aborted; count += 1) {
    const dueMs = startedAt + (count / perSecond) * 1000 - performance.now();
    if (dueMs > 1) await sleep(dueMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const isNew = (count * newConnectionShare) % 1 < newConnectionShare;
    const sending = send(parts.origin, createRequest(count), isNew ? newAgent : persistentAgent, tally).finally(() =>
      pendingRequests.delete(sending),
    );
    pendingRequests.add(sending);
  }
  await Promise.all(pendingRequests);
  persistentAgent.destroy();
}

function send(
  origin: string,
  { path, method = "GET", cookie, body, done: onDone }: TrafficRequest,
  agent: Agent,
  tally: Tally,
) {
  const { hostname, port, host } = new URL(origin);
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    origin,
    host,
    ...(cookie && { cookie }),
    ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  return new Promise<void>((resolve) => {
    const sentAt = performance.now();
    const call = request({ host: hostname, port, path, method, agent, headers, family: 4 });
    const failed = (why: string) => {
      if (why === "ECONNREFUSED") tally.refused += 1;
      else tally.failed.push({ reason: `${method} ${path}: ${why}`, port: localPort });
      resolve();
    };
    let localPort = "none";
    const setPort = (socket: Socket) => {
      localPort = String(socket.localPort);
    };
    call.on("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => setPort(socket));
      else setPort(socket);
    });
    call.on("error", (error: NodeJS.ErrnoException) => failed(error.code ?? error.message));
    call.on("response", (response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      response.on("error", (error) => failed(error.message));
      response.on("end", () => {
        if (!response.complete) return failed("cut off");
        tally.answered.set(status, (tally.answered.get(status) ?? 0) + 1);
        tally.tookMs.push(performance.now() - sentAt);
        onDone?.(status);
        resolve();
      });
    });
    call.end(text);
  });
}
