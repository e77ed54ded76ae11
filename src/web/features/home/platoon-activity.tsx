import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { m } from "#messages";
import { describeEntry } from "#messages/platoon-feed.ts";
import { formatAge } from "#messages/soldier/figure-words.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getButtonClasses } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";

const MAX_ENTRIES = 4;

/** The newest feed entries of the user's platoons, and a link to all platoons; guests have none. */
export function PlatoonActivity({ isGuest }: { isGuest: boolean }) {
  const { data = [] } = useQuery({ ...useTRPC().platoon.feed.newest.queryOptions(), enabled: !isGuest });
  const nowMs = Date.now();
  return (
    <Panel title={data.length > 0 ? m.home_platoon_activity() : m.common_platoons()}>
      {data.length > 0 ? (
        <ul className="grid divide-y divide-line border-y border-line">
          {data.slice(0, MAX_ENTRIES).map(({ id, platoon, slug, createdAt, ...entry }) => (
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
      ) : (
        <p className="text-ink-2">{m.home_platoons_none()}</p>
      )}
      <Link to="/platoons" className={`${getButtonClasses("secondary", "small")} mt-3`}>
        {m.home_all_platoons()}
      </Link>
    </Panel>
  );
}
