import { Link } from "@tanstack/react-router";
import { PAGES } from "#web/app/shell/page/pages.ts";
import { SearchButton } from "#web/app/shell/palette/search-button.tsx";
import { AccountMenu } from "#web/app/shell/session/account-menu.tsx";
import { LogoMark } from "#web/components/ui/logo-mark.tsx";
import { NavigationMenu } from "./navigation-menu.tsx";

/** Product name, the three pages from medium screens on, and the user. */
export function TopBar() {
  return (
    <header className="sticky top-0 z-(--z-bar) border-b border-line bg-surface-1">
      <div className="page flex h-(--bar-h) items-center md:gap-6">
        <Link
          to="/"
          aria-label="Fieldlocker, home"
          activeProps={{ "aria-current": undefined }}
          className="flex min-h-11 items-center gap-2 font-head text-3 font-extrabold sm:text-4 tracking-wide uppercase"
        >
          <LogoMark className="size-6 text-accent" />
          Fieldlocker
        </Link>
        <nav aria-label="Pages" className="hidden h-full md:flex">
          {PAGES.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === "/", includeSearch: false }}
              className="flex h-full items-center border-b-3 px-3 font-cond text-1 font-semibold -outline-offset-2 lg:px-4"
              activeProps={{ className: "border-accent text-ink", "aria-current": "page" }}
              inactiveProps={{ className: "border-transparent text-ink-2 hover:text-ink" }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="grow" />
        <SearchButton />
        <AccountMenu />
        <NavigationMenu />
      </div>
    </header>
  );
}
