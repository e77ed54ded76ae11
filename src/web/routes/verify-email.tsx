import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { getTitle } from "#web/app/shell/page/document-title.tsx";
import { getSearchText } from "#web/app/shell/page/search-text.ts";
import { DisownScreen } from "#web/features/account/verification/disown-screen.tsx";
import { VerifyScreen } from "#web/features/account/verification/verify-screen.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: (search: Record<string, unknown>) => getSearchText(search, ["error", "disown", "part"]),
  head: () => getTitle("Verify e-mail"),
  component: VerifyPage,
});

function VerifyPage() {
  const { error, disown, part } = Route.useSearch();
  const [token] = useState(disown);
  const [isAddressOnly] = useState(part === "address");
  return token ? <DisownScreen token={token} isAddressOnly={isAddressOnly} /> : <VerifyScreen error={error} />;
}
