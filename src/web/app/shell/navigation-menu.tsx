import { Link } from "@tanstack/react-router";
import { PAGES } from "#web/app/shell/page/pages.ts";
import { buttonLook } from "#web/components/ui/button.tsx";
import { useDisclosure } from "./disclosure.ts";

/** The three pages on small screens; they are on the page only while the menu is open. */
export function NavigationMenu() {
  const { open, frame, button, listId } = useDisclosure();
  return (
    <div ref={frame} className="md:hidden">
      <button type="button" {...button} className={buttonLook("quiet", "small")}>
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-[1.75]">
          <path d="M3 5h14M3 10h14M3 15h14" />
        </svg>
        <span className="max-[22.5rem]:sr-only">Menu</span>
      </button>
      {open && (
        <nav
          id={listId}
          aria-label="Pages"
          className="absolute inset-x-0 top-full grid border-b border-line-strong bg-surface-1 py-2 shadow-pop"
        >
          {PAGES.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === "/", includeSearch: false }}
              className="flex min-h-12 items-center border-l-3 px-(--gutter) font-cond text-2 font-semibold -outline-offset-2"
              activeProps={{ className: "border-accent text-ink", "aria-current": "page" }}
              inactiveProps={{ className: "border-transparent text-ink-2" }}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
