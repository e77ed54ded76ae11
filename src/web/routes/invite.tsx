import { createFileRoute } from "@tanstack/react-router";
import { m } from "#messages";
import { anyText, readSearch } from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { InviteScreen } from "#web/features/platoon/invite-screen.tsx";
import { JoinScreen } from "#web/features/platoon/join-screen.tsx";

export const Route = createFileRoute("/invite")({
  validateSearch: (search: Record<string, unknown>) => readSearch(search, { id: anyText(), link: anyText() }),
  head: () => getTitle(m.account_invitation()),
  component: InvitePage,
});

function InvitePage() {
  const { id = "", link } = Route.useSearch();
  return <DataProvider>{link ? <JoinScreen link={link} /> : <InviteScreen id={id} />}</DataProvider>;
}
