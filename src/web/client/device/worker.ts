// The service worker: brought after everything else, and replaced only when somebody says so.
import { setReach } from "#web/client/reach.ts";

const LOOK_AGAIN_MS = 60 * 60_000;

/** Settles once the site opens from this device. Of a newer build that waits, the banner tells. */
export async function registerWorker(): Promise<void> {
  const container = navigator.serviceWorker;
  // On plain http there is none.
  if (!container) return;
  let isOurs = false;
  let before = container.controller;
  container.addEventListener("controllerchange", () => {
    if (isOurs) location.reload();
    // Another tab has let the new build in.
    else if (before) setReach({ update: () => location.reload() });
    before = container.controller;
  });
  await container.register("/sw.js");
  const registration = await container.ready;
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || !container.controller) return;
    const takeOver = () => {
      isOurs = true;
      waiting.postMessage("take-over");
    };
    setReach({ update: takeOver });
  };
  const follow = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", follow);
  follow();
  offer();
  lookAgain(registration);
}

/** A page may stay open for days. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < LOOK_AGAIN_MS) return;
    last = Date.now();
    // Without a network there is no news either.
    registration.update().catch(() => {});
  });
}
