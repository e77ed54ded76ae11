import { useMatches } from "@tanstack/react-router";

/** The title of the innermost screen that has one. */
export function DocumentTitle() {
  const title = useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((one) => one?.title)?.title,
  });
  return title && <title>{title}</title>;
}
