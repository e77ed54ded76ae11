import { createFileRoute } from "@tanstack/react-router";
import { m } from "#messages";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { AccountScreen } from "#web/features/account/account-screen.tsx";
import { getTabLabel, readAccountSearch } from "#web/features/account/account-search.ts";

export const Route = createFileRoute("/account")({
  validateSearch: readAccountSearch,
  head: ({ match }) => getTitle(getTabLabel(match.search.tab), m.common_account()),
  component: AccountPage,
});

function AccountPage() {
  return (
    <DataProvider>
      <AccountScreen {...Route.useSearch()} />
    </DataProvider>
  );
}
