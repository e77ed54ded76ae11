import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { m } from "#messages";
import { describeEntry } from "#messages/platoon-feed.ts";
import { formatAge } from "#messages/soldier/figure-words.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Panel } from "#web/ui/panel.tsx";

/** The newest entries of the feeds of one's platoons; nothing for a person without one. */
export function PlatoonActivity() {
  const { data = [] } = useQuery(useTRPC().platoon.feed.newest.queryOptions());
  const nowMs = Date.now();
  if (data.length === 0) return null;
  return (
    <Panel title={m.home_platoon_activity()}>
      <ul className="grid divide-y divide-line border-y border-line">
        {data.map(({ id, platoon, slug, createdAt, ...entry }) => (
          <li key={id} className="grid gap-0.5 py-2">
            <span className="wrap-anywhere">{describeEntry(entry)}</span>
            <span className="flex flex-wrap items-center justify-between gap-x-4 text-0 text-ink-3">
              <Link
                to="/platoons"
                search={{ platoon: slug, tab: "feed" }}
                className="link inline-flex min-h-6 min-w-0 items-center wrap-anywhere pointer-coarse:min-h-11"
              >
                {platoon}
              </Link>
              <time dateTime={createdAt}>{formatAge(createdAt, nowMs)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
