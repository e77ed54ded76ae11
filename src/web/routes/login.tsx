import { createFileRoute } from "@tanstack/react-router";
import { getTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { LoginScreen } from "#web/features/account/sign-in/login-screen.tsx";
import { LOGIN_TITLES, readLoginSearch } from "#web/features/account/sign-in/login-search.ts";

export const Route = createFileRoute("/login")({
  validateSearch: readLoginSearch,
  head: ({ match }) => getTitle(LOGIN_TITLES[match.search.mode ?? "sign-in"]),
  component: LoginPage,
});

function LoginPage() {
  const { mode = "sign-in", ...search } = Route.useSearch();
  // The key resets the form when the mode changes.
  return (
    <DataProvider>
      <LoginScreen key={mode} mode={mode} {...search} />
    </DataProvider>
  );
}
