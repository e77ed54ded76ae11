// Pub/sub between the workers of one machine: each sends to the primary process, which forwards to the others.
import cluster from "node:cluster";
import { z } from "zod";
import type { PubSubTransport, TransportEvents } from "./pubsub.ts";

const carried = z.object({ fieldlocker: z.literal("message"), payload: z.string() });

/** The transport of a worker. */
export function workerTransport({ onPayload }: TransportEvents): PubSubTransport {
  const hear = (message: unknown) => {
    const { success, data } = carried.safeParse(message);
    if (success) onPayload(data.payload);
  };
  process.on("message", hear);
  return {
    carry(payload) {
      // During shutdown the primary process may end before this one.
      if (process.connected) process.send?.({ fieldlocker: "message", payload });
    },
    isConnected: true,
    async [Symbol.asyncDispose]() {
      process.off("message", hear);
    },
  };
}

/** In the primary process: forwards each worker's messages to the others. */
export function joinWorkers(): void {
  cluster.on("message", (speaker, message: unknown) => {
    if (!carried.safeParse(message).success) return;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker && worker !== speaker && worker.isConnected()) worker.send(message as object, () => {});
    }
  });
}
