// Draws a page in the build, as its first visitor will see it.
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { createQueryClient } from "#web/data/query-client.ts";
import { writePageState } from "./page-state.ts";
import { App, createAppRouter } from "./router.tsx";

/** The page's HTML: its head's elements first, then the screen, then the answers it was drawn with. */
export async function render(url: string, fetchFromServer: typeof fetch): Promise<string> {
  const queryClient = createQueryClient({ onSignedOut: () => {} });
  const server = { origin: "http://prerender.invalid", fetch: fetchFromServer };
  const router = createAppRouter(createMemoryHistory({ initialEntries: [url] }), { queryClient, server });
  await router.load();
  const html = renderToString(<App router={router} queryClient={queryClient} />) + writePageState(queryClient);
  // Else the cache's own clean-up would keep the build waiting.
  queryClient.clear();
  return html;
}

/** Every address the router knows. */
export const screens: readonly string[] = Object.keys(
  createAppRouter(createMemoryHistory(), {
    queryClient: createQueryClient({ onSignedOut: () => {} }),
    server: { origin: "", fetch },
  }).routesByPath,
);
