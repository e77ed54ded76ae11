import { once } from "node:events";
import { createServer } from "node:net";

/** The ports are below the ephemeral range, so that no outgoing connection takes a free port before its use. */
const MIN_PORT = 16_384;
const PORTS_PER_WORKER = 2048;
const WORKERS = 8;
const worker = Number(process.env["VITEST_POOL_ID"] ?? process.env["TEST_PARALLEL_INDEX"] ?? 0);
const firstPort = MIN_PORT + (worker % WORKERS) * PORTS_PER_WORKER;

/** Starts at a random port, because other test runs may be active on this machine. */
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

/** Returns a port of this machine on which no process listens; each call returns a different one. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % PORTS_PER_WORKER;
    const port = firstPort + next;
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
