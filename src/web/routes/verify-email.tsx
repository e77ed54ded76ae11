import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { DisownScreen } from "#web/features/account/disown-screen.tsx";
import { VerifyScreen } from "#web/features/account/verify-screen.tsx";
import { textIn } from "#web/shell/search-text.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/verify-email")({
  validateSearch: (search: Record<string, unknown>) => textIn(search, ["error", "disown", "part"]),
  head: () => titleOf("Verify e-mail"),
  component: VerifyPage,
});

function VerifyPage() {
  const { error, disown, part } = Route.useSearch();
  const [token] = useState(disown);
  const [isAddressOnly] = useState(part === "address");
  return token ? <DisownScreen token={token} isAddressOnly={isAddressOnly} /> : <VerifyScreen error={error} />;
}
