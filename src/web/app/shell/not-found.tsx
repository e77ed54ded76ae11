import { Link } from "@tanstack/react-router";
import { PAGES, Page } from "#web/app/shell/page/page.tsx";

/** The answer to an address we do not have. */
export function NotFound() {
  return (
    <>
      <title>Not found · Fieldlocker</title>
      <Page title="Nothing at this address" lead="The page may have moved, or the link is incomplete. These are here:">
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
