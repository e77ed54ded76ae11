import { createFileRoute } from "@tanstack/react-router";
import { getTitle } from "#web/app/shell/page/document-title.tsx";
import { getSearchText } from "#web/app/shell/page/search-text.ts";
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
