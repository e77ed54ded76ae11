// The line between the workers of one machine: each tells the first process, which tells the others.
import cluster from "node:cluster";
import { z } from "zod";
import type { Line, LineEnd } from "./messages.ts";

const carried = z.object({ fieldlocker: z.literal("message"), payload: z.string() });

/** A worker's end of the line. */
export function workerLine({ arrived }: LineEnd): Line {
  const hear = (said: unknown) => {
    const { success, data } = carried.safeParse(said);
    if (success) arrived(data.payload);
  };
  process.on("message", hear);
  return {
    carry(payload) {
      // At the end the first process may be gone before this one.
      if (process.connected) process.send?.({ fieldlocker: "message", payload });
    },
    isWhole: true,
    async [Symbol.asyncDispose]() {
      process.off("message", hear);
    },
  };
}

/** In the first process: passes on what each worker says. */
export function joinWorkers(): void {
  cluster.on("message", (speaker, said: unknown) => {
    if (!carried.safeParse(said).success) return;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker && worker !== speaker && worker.isConnected()) worker.send(said as object, () => {});
    }
  });
}
