import { createFileRoute } from "@tanstack/react-router";
import { AccountScreen } from "#web/features/account/account-screen.tsx";
import { readAccountSearch } from "#web/features/account/account-search.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/account")({
  validateSearch: readAccountSearch,
  head: ({ match }) => titleOf(match.search.tab === "security" ? "Security" : "Profile", "Account"),
  component: AccountPage,
});

function AccountPage() {
  const { tab = "profile" } = Route.useSearch();
  return <AccountScreen tab={tab} />;
}
