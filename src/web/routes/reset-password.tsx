import { createFileRoute } from "@tanstack/react-router";
import { ResetScreen } from "#web/features/account/reset-screen.tsx";
import { textIn } from "#web/shell/search-text.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/reset-password")({
  validateSearch: (search: Record<string, unknown>) => textIn(search, ["token", "error"]),
  head: () => titleOf("New password"),
  component: ResetPage,
});

function ResetPage() {
  const { token, error } = Route.useSearch();
  return <ResetScreen token={token} error={error} />;
}
