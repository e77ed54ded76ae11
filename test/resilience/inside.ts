// Is preloaded into the program: changes its clock, shortens its one-minute intervals, reports its memory usage, and records the
// ports of accepted connections.
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { turnProcessClock } from "#test/harness/processes/clock.ts";

/** The messages that the program accepts; it responds to `memory` with its memory usage in bytes. */
export type ProgramMessage = { turnMs: number } | { memory: true };

turnProcessClock(Number(process.env["FAULTS_TURNED_MS"] ?? 0));

const MINUTE_MS = 60_000;
/** The interval of timers that normally run every minute. */
const minuteMs = Number(process.env["FAULTS_MINUTE_MS"] ?? MINUTE_MS);
globalThis.setInterval = new Proxy(setInterval, {
  apply: (target, self, [work, ms, ...values]) =>
    Reflect.apply(target, self, [work, ms === MINUTE_MS ? minuteMs : ms, ...values]),
});

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

process.on("message", (word: ProgramMessage) => {
  if ("turnMs" in word) turnProcessClock(word.turnMs);
  if ("memory" in word && typeof collectGarbage === "function") {
    collectGarbage();
    collectGarbage();
    process.send?.({ memory: process.memoryUsage() });
  }
});
// The open channel must not prevent the program from ending.
process.channel?.unref();

const ports: string[] = [];
subscribe("net.server.socket", (message) => {
  const { socket } = message as { socket: Socket };
  ports.push(String(socket.remotePort));
});
const portsFile = process.env["FAULTS_TAKEN"];
if (portsFile) process.on("exit", () => writeFileSync(portsFile, ports.join("\n")));
