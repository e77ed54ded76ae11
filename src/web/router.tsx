import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import type { Clients } from "#web/data/query-client.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { routeTree } from "./routeTree.gen.ts";

/** A router over this history; one per page in the browser, one per page drawn in the build. */
export function createAppRouter(history: RouterHistory, clients: Clients) {
  return createRouter({
    routeTree,
    history,
    context: clients,
    // Search values are text: a token of digits must not become a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    // What no screen reads, or what its reader refused, is not there.
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
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The game a page belongs to; sets its accent. */
    game?: GameId;
  }
}
