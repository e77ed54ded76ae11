// The entry point of the browser: hydrates the prerendered page, or renders the page of the address.
import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { INTERRUPTED_EVENT } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { isOffline } from "#web/data/offline/connectivity.ts";
import { getLastPerson } from "#web/data/session/person.ts";
import { getLoginAddress, sessionState } from "#web/data/session/session.ts";
import { importOptional, isOptionalFailure } from "#web/ui/fields/optional-imports.ts";
import type { startBackground } from "./background.ts";
import { restoreEarlyInput } from "./early-input.ts";
import { frameReady, readPageState } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

const RELOADED = "reloaded";
const DRAW_TIMEOUT_MS = 5_000;
/** How long a page that is being left may wait for the next one. */
const LEAVE_TIMEOUT_MS = 30_000;

const LISTENERS = {
  onCaughtError: (error: unknown) => logError("Caught on a screen", error),
  onRecoverableError: (error: unknown) => logError("Taking over the page", error),
};

// The CSP forbids eval. Without this setting zod tries it, and Firefox reports the attempt as an error.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById("root");
// Every page of the build contains this element.
if (root) void start(root);

/** Not a top-level await: the chunks of the pages import this module and would wait for it in a cycle. */
async function start(root: HTMLElement) {
  // A prerendered page is already visible, so let the browser handle scrolling before the app is created.
  const prerendered = root.firstElementChild;
  if (prerendered) await pause();
  const server = { origin: "", fetch: (...request: Parameters<typeof fetch>) => fetch(...request) };
  const clients = { server, prerenderedQueries: readPageState(root), onSignedOut: goToLogin };
  const router = createAppRouter(createBrowserHistory(), clients);

  window.addEventListener("vite:preloadError", reloadOnce);
  window.addEventListener("beforeunload", () => (leftAt = performance.now()));
  void startAfterDrawing({ clients, router, search: location.search });

  // A page is prerendered without search parameters. With parameters other than the language, its content may differ.
  const shouldHydrate = prerendered && !/[?&](?!lang=)/.test(location.search);
  const app = <RouterProvider router={router} />;
  if (!shouldHydrate) {
    // The static title of the page stays until the screen has set its own.
    const staticTitle = document.querySelector("head > title");
    router.subscribe("onRendered", () => staticTitle?.remove());
    // The layout is rendered at once; the screen follows when its chunk and data are loaded.
    createRoot(root, LISTENERS).render(app);
    return;
  }
  restoreEarlyInput(root, frameReady);
  // The build renders no root Suspense boundary; with this property the router expects none.
  router.ssr = { manifest: undefined };
  // Loads the route's chunk, so that the first render matches the prerendered page.
  await router.load();
  // Handle input that has arrived in the meantime first.
  await pause();
  // A transition hydrates in small steps.
  startTransition(() => {
    hydrateRoot(root, app, LISTENERS);
  });
}

/** Lets the browser draw and handle input between two tasks. */
function pause(ms?: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Starts the background code after the first screen is drawn and interactive, or after a timeout. */
async function startAfterDrawing(background: Parameters<typeof startBackground>[0]) {
  const load = () => importOptional(() => import("./background.ts"));
  // The background code fetches the session, for which the dashboard waits, so load it early.
  if (getLastPerson()) void load();
  const drawn = new Promise<void>((done) => {
    background.router.subscribe("onRendered", () => done());
  });
  await Promise.race([Promise.all([drawn, frameReady]), pause(DRAW_TIMEOUT_MS)]);
  // Handle pending input before anything else is loaded.
  await pause();
  const startWhenLoaded = async () => {
    const module = await load();
    if (module) module.startBackground(background);
    else sessionState.set({ session: undefined, retry: () => void startWhenLoaded() });
  };
  await startWhenLoaded();
}

function goToLogin() {
  const { pathname, search, hash } = location;
  if (pathname === "/login") return;
  window.dispatchEvent(new Event(INTERRUPTED_EVENT));
  location.assign(getLoginAddress(pathname + search + hash));
}

let leftAt = Number.NEGATIVE_INFINITY;

/**
 * After a new release the old files are missing, so reload once. Offline, a reload would fail; and a browser also cancels the scripts of a
 * page that is being left, which a reload would bring back.
 */
async function reloadOnce({ payload }: VitePreloadErrorEvent) {
  await pause();
  if (performance.now() - leftAt < LEAVE_TIMEOUT_MS) return;
  if (isOptionalFailure(payload) || isOffline() || sessionStorage.getItem(RELOADED) === location.href) return;
  sessionStorage.setItem(RELOADED, location.href);
  window.dispatchEvent(new Event(INTERRUPTED_EVENT));
  location.reload();
}
