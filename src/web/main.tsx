// The browser's beginning: takes over the prerendered page, or draws the page the address asks for.
import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { INTERRUPTED } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { isOffline } from "#web/data/offline/connectivity.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { loginAddress, sessionState } from "#web/data/session/session.ts";
import { importOptional, isOptionalFailure } from "#web/ui/fields/optional-imports.ts";
import type { startBackground } from "./background.ts";
import { keepEarlyInput } from "./early-input.ts";
import { frameReady, readPageState } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

const RELOADED = "reloaded";
const LONG_DRAWING_MS = 5_000;

const LISTENERS = {
  onCaughtError: (error: unknown) => logError("Caught on a screen", error),
  onRecoverableError: (error: unknown) => logError("Taking over the page", error),
};

// The policy forbids code made of text; zod would try it first, and Firefox reports each try as an error.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById("root");
// Every page of the build has it.
if (root) void start(root);

/** No await stands at the top of this file: the pages' chunks import it, and would wait for each other for ever. */
async function start(root: HTMLElement) {
  // A prerendered page is already visible: scrolling must not wait until the app is created.
  const prerendered = root.firstElementChild;
  if (prerendered) await pause();
  const server = { origin: "", fetch: (...request: Parameters<typeof fetch>) => fetch(...request) };
  const clients = { server, answers: readPageState(root), onSignedOut: goToLogin };
  const router = createAppRouter(createBrowserHistory(), clients);

  window.addEventListener("vite:preloadError", reloadOnce);
  void startAfterDrawing({ clients, router, search: location.search });

  // A page is prerendered without its search; with one, other things may be on it, but for its language alone.
  const takesOver = prerendered && !/[?&](?!lang=)/.test(location.search);
  const app = <RouterProvider router={router} />;
  if (!takesOver) {
    // The title a page without script would have stands until the screen has brought its own.
    const bare = document.querySelector("head > title");
    router.subscribe("onRendered", () => bare?.remove());
    // The frame stands at once; the screen follows as its chunk and data come.
    createRoot(root, LISTENERS).render(app);
    return;
  }
  keepEarlyInput(root, frameReady);
  // The build renders no root Suspense boundary; this tag makes the router expect none.
  router.ssr = { manifest: undefined };
  // Brings the route's chunk, so that the first drawing is what stands there.
  await router.load();
  // Handle input that arrived in between first.
  await pause();
  // As a transition it is done in small steps.
  startTransition(() => {
    hydrateRoot(root, app, LISTENERS);
  });
}

/** Lets the browser draw and answer between two pieces of work. */
function pause(ms?: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Keys and everything behind the screens, once the first screen is drawn and answers, or takes long to come. */
async function startAfterDrawing(background: Parameters<typeof startBackground>[0]) {
  const load = () => importOptional(() => import("./background.ts"));
  // It asks who is here, and a person's own home page waits for that.
  if (lastPerson()) void load();
  const drawn = new Promise<void>((done) => {
    background.router.subscribe("onRendered", () => done());
  });
  await Promise.race([Promise.all([drawn, frameReady]), pause(LONG_DRAWING_MS)]);
  // What is drawn answers before anything else is asked for.
  await pause();
  const begin = async () => {
    const module = await load();
    if (module) module.startBackground(background);
    else sessionState.set({ session: undefined, retry: () => void begin() });
  };
  await begin();
}

function goToLogin() {
  const { pathname, search, hash } = location;
  if (pathname === "/login") return;
  window.dispatchEvent(new Event(INTERRUPTED));
  location.assign(loginAddress(pathname + search + hash));
}

/** After a new release the files of the old one are gone: one reload brings the new ones. Offline it would bring nothing. */
async function reloadOnce({ payload }: VitePreloadErrorEvent) {
  await pause();
  if (isOptionalFailure(payload) || isOffline() || sessionStorage.getItem(RELOADED) === location.href) return;
  sessionStorage.setItem(RELOADED, location.href);
  window.dispatchEvent(new Event(INTERRUPTED));
  location.reload();
}
