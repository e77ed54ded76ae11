// Pub/sub between the workers of one machine: each sends to the primary process, which forwards to the others.
import cluster from "node:cluster";
import { z } from "zod";
import type { PubSubTransport, TransportEnd } from "./pubsub.ts";

const carried = z.object({ fieldlocker: z.literal("message"), payload: z.string() });

/** A worker's end of the line. */
export function workerTransport({ arrived }: TransportEnd): PubSubTransport {
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

/** In the primary process: forwards each worker's messages to the others. */
export function joinWorkers(): void {
  cluster.on("message", (speaker, said: unknown) => {
    if (!carried.safeParse(said).success) return;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker && worker !== speaker && worker.isConnected()) worker.send(said as object, () => {});
    }
  });
}
