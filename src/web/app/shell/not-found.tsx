import { Link } from "@tanstack/react-router";
import { m } from "#messages";
import { PAGES, Page } from "#web/app/shell/page/page.tsx";

/** The screen for an unknown address. */
export function NotFound() {
  return (
    <>
      <title>{m.app_not_found_title()}</title>
      <Page title={m.app_nothing_at_this_address()} lead={m.app_not_found_lead()}>
        <ul className="grid gap-2">
          {PAGES.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="link">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Page>
    </>
  );
}
