import { createFileRoute } from "@tanstack/react-router";
import { VerifyScreen } from "#web/features/account/verify-screen.tsx";
import { textIn } from "#web/shell/search-text.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/verify-email")({
  validateSearch: (search: Record<string, unknown>) => textIn(search, ["error"]),
  head: () => titleOf("Verify e-mail"),
  component: VerifyPage,
});

function VerifyPage() {
  const { error } = Route.useSearch();
  return <VerifyScreen error={error} />;
}
