import { useMatches } from "@tanstack/react-router";
import { GAME_TITLES } from "#domain/game.ts";

/** The title of the innermost screen that has one. */
export function DocumentTitle() {
  const title = useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((one) => one?.title)?.title,
  });
  return title && <title>{title}</title>;
}

/** A document title, the narrowest part first: `Loadouts · Battlefield 4 · Fieldlocker`. */
export function getTitle(...parts: string[]): { meta: [{ title: string }] } {
  return { meta: [{ title: [...parts, "Fieldlocker"].join(" · ") }] };
}

/** The three pages of the product, in the order of the navigation. */
export const PAGES = [
  { to: "/", label: "Home" },
  { to: "/bf2042", label: GAME_TITLES.bf2042 },
  { to: "/bf4", label: GAME_TITLES.bf4 },
] as const;
