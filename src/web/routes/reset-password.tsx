import { createFileRoute } from "@tanstack/react-router";
import { m } from "#messages";
import { anyText, readSearch } from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { ResetScreen } from "#web/features/account/sign-in/reset-screen.tsx";

export const Route = createFileRoute("/reset-password")({
  validateSearch: (search: Record<string, unknown>) => readSearch(search, { token: anyText(), error: anyText() }),
  head: () => getTitle(m.common_new_password()),
  component: ResetPage,
});

function ResetPage() {
  const { token, error } = Route.useSearch();
  return (
    <DataProvider>
      <ResetScreen token={token} error={error} />
    </DataProvider>
  );
}
