import { createFileRoute } from "@tanstack/react-router";
import { LoginScreen } from "#web/features/account/login-screen.tsx";
import { LOGIN_TITLES, readLoginSearch } from "#web/features/account/login-search.ts";
import { titleOf } from "#web/shell/titles.ts";

export const Route = createFileRoute("/login")({
  validateSearch: readLoginSearch,
  head: ({ match }) => titleOf(LOGIN_TITLES[match.search.mode ?? "sign-in"]),
  component: LoginPage,
});

function LoginPage() {
  const { mode = "sign-in", ...search } = Route.useSearch();
  // Each mode is a screen of its own: nothing of another one's form stays.
  return <LoginScreen key={mode} mode={mode} {...search} />;
}
