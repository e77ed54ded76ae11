import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";

type PageProps = {
  title: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** A screen with its only h1, which takes the focus after navigation. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <>
      <h1 tabIndex={-1} className="mt-3 text-6">
        {title}
      </h1>
      {lead && <p className="mt-2 max-w-(--measure) text-ink-2">{lead}</p>}
      <div className="mt-6">{children}</div>
    </>
  );
}

/** The navigations in this document; none while the first page opens, which leaves the focus alone. */
export const navigations = { count: 0 };

/** Returns the title of the innermost matched route that has a title. */
export const useTitle = () =>
  useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((entry) => entry?.title)?.title,
  });

export function DocumentTitle() {
  const title = useTitle();
  return title && <title>{title}</title>;
}

/** Returns a document title, the narrowest part first: `Loadouts · Battlefield 4 · Fieldlocker`. */
export function getTitle(...parts: string[]): { meta: [{ title: string }] } {
  return { meta: [{ title: [...parts, "Fieldlocker"].join(" · ") }] };
}

/** The three pages of the product, in the order of the navigation. */
export const PAGES = [
  { to: "/", label: m.common_home() },
  { to: "/bf2042", label: GAME_TITLES.bf2042 },
  { to: "/bf4", label: GAME_TITLES.bf4 },
] as const;
