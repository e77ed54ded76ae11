import { createFileRoute } from "@tanstack/react-router";
import { AccountScreen } from "#web/features/account/account-screen.tsx";
import { readAccountSearch, tabLabel } from "#web/features/account/account-search.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/account")({
  validateSearch: readAccountSearch,
  head: ({ match }) => titleOf(tabLabel(match.search.tab), "Account"),
  component: AccountPage,
});

function AccountPage() {
  return <AccountScreen {...Route.useSearch()} />;
}
