// Prerenders a page in the build, as its first visitor sees it.
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import lines from "#data/silhouettes.json";
import { drawCarried } from "#domain/silhouettes/silhouette.ts";
import { loadQueryClient } from "#web/data/data.ts";
import type { Clients } from "#web/data/query-client.ts";
import { setPrerenderedDrawing } from "./data/silhouettes.tsx";
import { writePageState } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";

setPrerenderedDrawing((weaponId) => drawCarried(lines, { weaponId }));

/** Returns the HTML of a page: the elements of its head, the screen, and the cached queries. */
export async function render(url: string, fetchFromServer: typeof fetch): Promise<string> {
  const clients = getClients({ origin: "http://prerender.invalid", fetch: fetchFromServer });
  const router = createAppRouter(createMemoryHistory({ initialEntries: [url] }), clients);
  await router.load();
  const queryClient = await loadQueryClient(clients);
  const html = renderToString(<RouterProvider router={router} />) + writePageState(queryClient);
  // Otherwise the garbage-collection timers of the cache would delay the end of the build.
  queryClient.clear();
  return html;
}

const getClients = (server: Clients["server"]): Clients => ({ server, prerenderedQueries: [], onSignedOut: () => {} });

/** The paths of all routes. */
export const screens: readonly string[] = Object.keys(
  createAppRouter(createMemoryHistory(), getClients({ origin: "", fetch })).routesByPath,
);
