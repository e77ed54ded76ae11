import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import type { Clients } from "#web/data/query-client.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { routeTree } from "./routeTree.gen.ts";

/** Creates the router; in the browser once per page, in the build once per prerendered page. */
export function createAppRouter(history: RouterHistory, clients: Clients) {
  return createRouter({
    routeTree,
    history,
    context: clients,
    // Search values stay text: a token of digits must not become a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    // Removes parameters that no route reads or that its parser has rejected.
    search: { strict: true },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Skeleton label={m.app_loading_the_page()} />,
    defaultErrorComponent: ProblemScreen,
    scrollRestoration: true,
  });
}

function stringifySearch(search: Record<string, unknown>): string {
  const definedEntries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The game of a page; sets its accent colour. */
    game?: GameId;
  }
}
