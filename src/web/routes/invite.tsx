import { createFileRoute } from "@tanstack/react-router";
import { InviteScreen } from "#web/features/account/invite-screen.tsx";
import { textIn } from "#web/shell/search-text.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/invite")({
  validateSearch: (search: Record<string, unknown>) => textIn<"id">(search, ["id"]),
  head: () => titleOf("Invitation"),
  component: InvitePage,
});

function InvitePage() {
  return <InviteScreen id={Route.useSearch().id ?? ""} />;
}
