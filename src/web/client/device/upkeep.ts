// What goes on behind the screens once they are there.
import { logError } from "#web/client/log.ts";
import type { Clients } from "#web/clients.ts";
import { importOptional } from "#web/ui/optional-imports.ts";
import { keepSending } from "./sending.ts";
import { registerWorker } from "./worker.ts";

/** Sends what waits, and makes the built site open without a network; `goTo` opens an address. */
export async function beginUpkeep(clients: Clients, goTo: (href: string) => void): Promise<void> {
  keepSending(clients.queryClient, goTo);
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
