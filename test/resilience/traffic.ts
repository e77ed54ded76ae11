// Clients that keep asking at a rate, over connections they keep and over new ones, and tell what became of each request.
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Ask = {
  path: string;
  method?: "GET" | "POST";
  cookie?: string;
  body?: unknown;
  done?(status: number): void;
};

export type Tally = {
  /** Answered in full, by status. */
  answered: Map<number, number>;
  /** Connections refused because no server listened any more. */
  refused: number;
  /** Not answered in full: why, and over a connection from which port. */
  failed: { why: string; port: string }[];
  tookMs: number[];
};

export const newTally = (): Tally => ({ answered: new Map(), refused: 0, failed: [], tookMs: [] });

type Traffic = { origin: string; perSecond: number; connections: number; shareOfNew: number; ask(count: number): Ask };

/** Asks at that rate until the signal, then resolves when every request has ended. */
export async function traffic(parts: Traffic, tally: Tally, until: AbortSignal): Promise<void> {
  const { perSecond, connections, shareOfNew, ask } = parts;
  const stored = new Agent({ keepAlive: true, maxSockets: connections });
  const fresh = new Agent({ keepAlive: false });
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let count = 0; !until.aborted; count += 1) {
    const dueMs = began + (count / perSecond) * 1000 - performance.now();
    if (dueMs > 1) await sleep(dueMs, undefined, { signal: until }).catch(() => {});
    if (until.aborted) break;
    const isNew = (count * shareOfNew) % 1 < shareOfNew;
    const sending = send(parts.origin, ask(count), isNew ? fresh : stored, tally).finally(() =>
      underWay.delete(sending),
    );
    underWay.add(sending);
  }
  await Promise.all(underWay);
  stored.destroy();
}

function send(origin: string, { path, method = "GET", cookie, body, done }: Ask, agent: Agent, tally: Tally) {
  const { hostname, port, host } = new URL(origin);
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    origin,
    host,
    ...(cookie && { cookie }),
    ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  return new Promise<void>((resolve) => {
    const began = performance.now();
    const call = request({ host: hostname, port, path, method, agent, headers, family: 4 });
    const failed = (why: string) => {
      if (why === "ECONNREFUSED") tally.refused += 1;
      else tally.failed.push({ why: `${method} ${path}: ${why}`, port: from });
      resolve();
    };
    let from = "none";
    const setPort = (socket: Socket) => {
      from = String(socket.localPort);
    };
    call.on("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => setPort(socket));
      else setPort(socket);
    });
    call.on("error", (error: NodeJS.ErrnoException) => failed(error.code ?? error.message));
    call.on("response", (answer) => {
      const status = answer.statusCode ?? 0;
      answer.resume();
      answer.on("error", (error) => failed(error.message));
      answer.on("end", () => {
        if (!answer.complete) return failed("cut off");
        tally.answered.set(status, (tally.answered.get(status) ?? 0) + 1);
        tally.tookMs.push(performance.now() - began);
        done?.(status);
        resolve();
      });
    });
    call.end(text);
  });
}
