import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range of ephemeral ports, so that no outgoing connection takes a port that was found free. */
const LOWEST = 16_384;
const PORTS_OF_A_WORKER = 2048;
const WORKERS = 8;
const worker = Number(process.env["VITEST_POOL_ID"] ?? process.env["TEST_PARALLEL_INDEX"] ?? 0);
const lowest = LOWEST + (worker % WORKERS) * PORTS_OF_A_WORKER;

/** Starts at a random port, because other test runs may be active on this machine. */
let next = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/** A port of this machine on which no process listens; a different one on each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % PORTS_OF_A_WORKER;
    const port = lowest + next;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
