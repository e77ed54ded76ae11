// Runs within the program before it starts: sets its clock, shortens its minutes, reports its memory, and records the accepted
// connections.
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { turnProcessClock } from "#test/harness/processes/clock.ts";

/** The messages that the program accepts; it answers `memory` with its memory usage in bytes. */
export type Word = { turnMs: number } | { memory: true };

turnProcessClock(Number(process.env["FAULTS_TURNED_MS"] ?? 0));

const MINUTE_MS = 60_000;
/** What happens every minute happens at this interval. */
const minuteMs = Number(process.env["FAULTS_MINUTE_MS"] ?? MINUTE_MS);
globalThis.setInterval = new Proxy(setInterval, {
  apply: (target, self, [work, ms, ...values]) =>
    Reflect.apply(target, self, [work, ms === MINUTE_MS ? minuteMs : ms, ...values]),
});

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

process.on("message", (word: Word) => {
  if ("turnMs" in word) turnProcessClock(word.turnMs);
  if ("memory" in word && typeof collectGarbage === "function") {
    collectGarbage();
    collectGarbage();
    process.send?.({ memory: process.memoryUsage() });
  }
});
// Listening to words keeps no program from its end.
process.channel?.unref();

const ports: string[] = [];
subscribe("net.server.socket", (message) => {
  const { socket } = message as { socket: Socket };
  ports.push(String(socket.remotePort));
});
const list = process.env["FAULTS_TAKEN"];
if (list) process.on("exit", () => writeFileSync(list, ports.join("\n")));
