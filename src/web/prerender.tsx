// Draws a page in the build, as its first visitor will see it.
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { loadQueryClient } from "#web/data/data.ts";
import type { Clients } from "#web/data/query-client.ts";
import { writePageState } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";

/** The page's HTML: its head's elements first, then the screen, then the answers it was drawn with. */
export async function render(url: string, fetchFromServer: typeof fetch): Promise<string> {
  const clients = getClients({ origin: "http://prerender.invalid", fetch: fetchFromServer });
  const router = createAppRouter(createMemoryHistory({ initialEntries: [url] }), clients);
  await router.load();
  const queryClient = await loadQueryClient(clients);
  const html = renderToString(<RouterProvider router={router} />) + writePageState(queryClient);
  // Else the cache's own clean-up would keep the build waiting.
  queryClient.clear();
  return html;
}

const getClients = (server: Clients["server"]): Clients => ({ server, answers: [], onSignedOut: () => {} });

/** Every address the router knows. */
export const screens: readonly string[] = Object.keys(
  createAppRouter(createMemoryHistory(), getClients({ origin: "", fetch })).routesByPath,
);
