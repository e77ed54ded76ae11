// What goes on behind the screens once they are there.
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { setReach } from "#web/data/offline/connectivity.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getQueryClient } from "#web/data/query-client.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { buildName } from "./store.ts";
import { startSync } from "./sync.ts";

/** Sends what waits, and makes the built site open without a network. */
export async function startBackgroundTasks(clients: Clients): Promise<void> {
  startSync(getQueryClient(clients));
  if (!import.meta.env.PROD) return;
  try {
    const worker = await registerWorker();
    if (!worker) return;
    await ask(worker, { keep: m.language_code() });
    const catalogues = await importOptional(() => import("./catalogues.ts"));
    await catalogues?.storeCatalogues(clients);
  } catch (error) {
    // The network has gone: the next visit goes on from here.
    if (!(error instanceof Error && error.cause instanceof TypeError))
      logError("Keeping the site on this device", error);
  }
}

// The service worker: loaded after everything else, and replaced only on request.

/** A page may stay open for days. */
const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Settles with the worker of this page's build once that answers the page; with null where there are no workers, as on plain http.
 * A page of a newer build activates its worker; otherwise the banner offers the update.
 */
async function registerWorker(): Promise<ServiceWorker | null> {
  const container = navigator.serviceWorker;
  if (!container) return null;
  let hasAccepted = false;
  const ours = new Promise<ServiceWorker>((resolve) => {
    const look = async () => {
      const { controller } = container;
      if (controller && (await isOfThisPage(controller))) resolve(controller);
    };
    container.addEventListener("controllerchange", () => (hasAccepted ? location.reload() : void look()));
    void look();
  });
  await container.register("/sw.js");
  const registration = await container.ready;
  const offer = async () => {
    const { waiting } = registration;
    if (!waiting || !container.controller) return;
    if (await isOfThisPage(waiting)) return waiting.postMessage("take-over");
    setReach({
      update: () => {
        hasAccepted = true;
        waiting.postMessage("take-over");
      },
    });
  };
  const follow = () => registration.installing?.addEventListener("statechange", () => void offer());
  registration.addEventListener("updatefound", follow);
  follow();
  await offer();
  // Without a network there is no news either.
  setInterval(() => void registration.update().catch(() => {}), LOOK_AGAIN_MS);
  // Another page has let a newer build in, before this one or while it is open.
  const reload = () => void offerReload(registration);
  container.addEventListener("controllerchange", reload);
  reload();
  return ours;
}

async function offerReload(registration: ServiceWorkerRegistration): Promise<void> {
  const { active } = registration;
  if (!active || (await isOfThisPage(active))) return;
  // A page that is newer than its worker finds the next one by asking; without a network nothing is known of it.
  const [{ status }] = await Promise.allSettled([registration.update()]);
  if (status === "fulfilled" && !registration.installing && !registration.waiting && registration.active === active)
    setReach({ update: () => location.reload() });
}

const isOfThisPage = async (worker: ServiceWorker): Promise<boolean> => (await ask(worker, "build")) === buildName();

/** What a worker answers to a message. */
function ask(worker: ServiceWorker, message: unknown): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message, [port2]);
  });
}
