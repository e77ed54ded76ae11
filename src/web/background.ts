// What starts once the first screen is drawn: no control waits for any of it.
import type { QueryClient } from "@tanstack/react-query";
import { checkSession, followPerson } from "#web/client/follow-person.ts";
import { answerKeys } from "#web/shell/keys.ts";
import { importOptional } from "#web/ui/optional-imports.ts";
import type { Clients } from "./clients.ts";
import type { createAppRouter } from "./router.tsx";

type Background = {
  clients: Clients;
  router: ReturnType<typeof createAppRouter>;
  /** The query string the page was opened with; the router removes what no screen reads. */
  search: string;
};

/** Answers keys, follows the session, and starts what runs behind the screens as soon as the browser is idle. */
export function startBackground({ clients, router, search }: Background): void {
  const { queryClient } = clients;
  const goTo = (href: string) => router.history.push(href);
  answerKeys(goTo);
  followPerson(queryClient, () => void router.invalidate());
  router.subscribe("onResolved", () => checkSession(queryClient));
  if (search.includes("revoked=")) void showRevoked(queryClient, search);
  // The banner tells when the network is lost, and cannot be fetched then.
  void importOptional(() => import("#web/shell/banner-text.tsx"));
  whenIdle(() => import("#web/client/device/upkeep.ts").then(({ beginUpkeep }) => beginUpkeep(clients, goTo)));
}

async function showRevoked(queryClient: QueryClient, search: string): Promise<void> {
  const { showRevokedReturn } = await import("#web/features/account/revoked.ts");
  await showRevokedReturn(queryClient, search);
}

/** Runs it once the page is loaded and the browser has nothing else to do. */
function whenIdle(begin: () => Promise<void>): void {
  // Without a network, and without this part stored, the next visit runs it.
  const run = () => void begin().catch(() => {});
  const wait = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 2000);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
