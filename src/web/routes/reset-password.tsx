import { createFileRoute } from "@tanstack/react-router";
import { getSearchText } from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { ResetScreen } from "#web/features/account/sign-in/reset-screen.tsx";

export const Route = createFileRoute("/reset-password")({
  validateSearch: (search: Record<string, unknown>) => getSearchText(search, ["token", "error"]),
  head: () => getTitle("New password"),
  component: ResetPage,
});

function ResetPage() {
  const { token, error } = Route.useSearch();
  return <ResetScreen token={token} error={error} />;
}
