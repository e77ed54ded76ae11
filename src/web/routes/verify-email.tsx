import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { anyText, readSearch } from "#web/app/shell/page/game-search.ts";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { DisownScreen, VerifyScreen } from "#web/features/account/verification/verify-screen.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: (search: Record<string, unknown>) =>
    readSearch(search, { error: anyText(), disown: anyText(), part: anyText() }),
  head: () => getTitle(m.app_verify_e_mail()),
  component: VerifyPage,
});

function VerifyPage() {
  const { error, disown, part } = Route.useSearch();
  const [token] = useState(disown);
  const [isAddressOnly] = useState(part === "address");
  return (
    <DataProvider>
      {token ? <DisownScreen token={token} isAddressOnly={isAddressOnly} /> : <VerifyScreen error={error} />}
    </DataProvider>
  );
}
