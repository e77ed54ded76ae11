import { once } from "node:events";
import { createServer } from "node:net";

/** Below what the system gives away by itself: what is free here is taken by nobody's call or probe meanwhile. */
const LOWEST = 16_384;
const PORTS_OF_A_WORKER = 2048;
const WORKERS = 8;
const worker = Number(process.env["VITEST_POOL_ID"] ?? process.env["TEST_PARALLEL_INDEX"] ?? 0);
const lowest = LOWEST + (worker % WORKERS) * PORTS_OF_A_WORKER;

/** From anywhere on, since somebody else may test on this machine, too. */
let next = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/** A port of this machine that nobody listens on, and another one each time. */
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
