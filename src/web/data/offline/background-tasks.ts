// What goes on behind the screens once they are there.

import { importOptional } from "#web/components/fields/optional-imports.ts";
import { logError } from "#web/data/log.ts";
import type { Clients } from "#web/data/query-client.ts";
import { startSync } from "./sync.ts";
import { registerWorker } from "./worker.ts";

/** Sends what waits, and makes the built site open without a network; `goTo` opens an address. */
export async function startBackgroundTasks(clients: Clients, goTo: (href: string) => void): Promise<void> {
  startSync(clients.queryClient, goTo);
  if (!import.meta.env.PROD) return;
  try {
    await registerWorker();
    const catalogues = await importOptional(() => import("./catalogues.ts"));
    await catalogues?.keepCatalogues(clients);
  } catch (error) {
    // The network has gone: the next visit goes on from here.
    if (!(error instanceof Error && error.cause instanceof TypeError))
      logError("Keeping the site on this device", error);
  }
}
