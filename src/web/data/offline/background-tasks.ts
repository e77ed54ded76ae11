// Background tasks that start after the first screen is shown.
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { setConnectivity } from "#web/data/offline/connectivity.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getQueryClient } from "#web/data/query-client.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { buildName } from "./store.ts";
import { startSync } from "./sync.ts";

/** Starts sending pending changes and registers the service worker of a built site. */
export async function startBackgroundTasks(clients: Clients): Promise<void> {
  startSync(getQueryClient(clients));
  if (!import.meta.env.PROD) return;
  try {
    const worker = await registerWorker();
    if (!worker) return;
    await requestWorker(worker, { keep: m.language_code() });
    const catalogues = await importOptional(() => import("./catalogues.ts"));
    await catalogues?.storeCatalogues(clients);
  } catch (error) {
    // The network was lost: the next visit continues from here.
    if (!(error instanceof Error && error.cause instanceof TypeError))
      logError("Keeping the site on this device", error);
  }
}

// The service worker is registered last and replaced only on request.

/** Checks for updates regularly, because a page may stay open for days. */
const UPDATE_INTERVAL_MS = 60 * 60_000;

/**
 * Resolves to the service worker of this page's build when it controls the page; to null without service workers, as on plain
 * http. A page of a newer build activates its worker; otherwise the banner offers the update.
 */
async function registerWorker(): Promise<ServiceWorker | null> {
  const container = navigator.serviceWorker;
  if (!container) return null;
  let hasAccepted = false;
  const ownWorker = new Promise<ServiceWorker>((resolve) => {
    const checkController = async () => {
      const { controller } = container;
      if (controller && (await isOfThisPage(controller))) resolve(controller);
    };
    container.addEventListener("controllerchange", () => (hasAccepted ? location.reload() : void checkController()));
    void checkController();
  });
  await container.register("/sw.js");
  const registration = await container.ready;
  const offerUpdate = async () => {
    const { waiting } = registration;
    if (!waiting || !container.controller) return;
    if (await isOfThisPage(waiting)) return waiting.postMessage("take-over");
    setConnectivity({
      update: () => {
        hasAccepted = true;
        waiting.postMessage("take-over");
      },
    });
  };
  const watchInstalling = () => registration.installing?.addEventListener("statechange", () => void offerUpdate());
  registration.addEventListener("updatefound", watchInstalling);
  watchInstalling();
  await offerUpdate();
  // The update check fails without a network.
  setInterval(() => void registration.update().catch(() => {}), UPDATE_INTERVAL_MS);
  // Another page may activate a newer build, before this page loads or while it is open.
  const reload = () => void offerReload(registration);
  container.addEventListener("controllerchange", reload);
  reload();
  return ownWorker;
}

async function offerReload(registration: ServiceWorkerRegistration): Promise<void> {
  const { active } = registration;
  if (!active || (await isOfThisPage(active))) return;
  // A page that is newer than its worker finds the new worker by an update check, which needs a network.
  const [{ status }] = await Promise.allSettled([registration.update()]);
  if (status === "fulfilled" && !registration.installing && !registration.waiting && registration.active === active)
    setConnectivity({ update: () => location.reload() });
}

const isOfThisPage = async (worker: ServiceWorker): Promise<boolean> =>
  (await requestWorker(worker, "build")) === buildName();

/** Resolves to a worker's response to a message. */
function requestWorker(worker: ServiceWorker, message: unknown): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message, [port2]);
  });
}
