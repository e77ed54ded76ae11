import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { FEED_KINDS, type FeedKind } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { createTexts, formatInstant } from "#messages/format.ts";
import { describeEntry } from "#messages/platoon-feed.ts";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { getErrorText } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterSelect } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { Panel } from "#web/ui/panel.tsx";
import type { PlatoonFilterProps } from "./platoon-queries.ts";

const KIND_TITLES = createTexts<FeedKind>({
  joined: m.platoon_feed_kind_joined,
  proposed: m.platoon_feed_kind_proposed,
  published: m.platoon_feed_kind_published,
  sheet: m.platoon_feed_kind_sheet,
  unlock: m.platoon_feed_kind_unlock,
  milestone: m.platoon_feed_kind_milestone,
});

type FeedTabProps = PlatoonFilterProps & { organizationId: string; slug: string };

/** The platoon's recent events. Viewing the unfiltered list marks them as read. */
export function FeedTab({ organizationId, slug, filters, onFilter }: FeedTabProps) {
  const { feed } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const kind = FEED_KINDS.find((each) => each === filters.kind);
  const query = useInfiniteQuery(
    feed.list.infiniteQueryOptions({ organizationId, ...(kind && { kinds: [kind] }) }, NEXT_PAGE),
  );
  const { data: mark } = useQuery(feed.unread.queryOptions({ organizationId }));
  const { mutate } = useMutation(
    feed.mark.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(feed.unread.queryFilter()) }),
  );
  const entries = getItems(query.data);
  const seenAt = entries[0]?.createdAt;
  const isSeen = useVisible() && !kind;
  useEffect(() => {
    if (seenAt && isSeen) mutate({ organizationId, read: true, seenAt });
  }, [seenAt, isSeen, organizationId, mutate]);
  return (
    <Panel title={m.platoon_feed()} className="max-w-3xl">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <FilterSelect
          label={m.platoon_feed_kind()}
          value={kind}
          any={m.platoon_feed_all()}
          choices={FEED_KINDS.map((value) => ({ value, label: KIND_TITLES[value] }))}
          onChange={(next) => onFilter({ kind: next ?? "" })}
          className="w-56"
        />
        <Switch
          label={m.platoon_feed_digest()}
          checked={mark?.wantsDigest === true}
          onChange={(wantsDigest) =>
            mutate(
              { organizationId, wantsDigest },
              { onError: (error) => showToast(getErrorText(error), { tone: "error" }) },
            )
          }
        />
      </div>
      <QueryList
        query={query}
        items={entries}
        label={m.platoon_feed()}
        loading={m.platoon_feed_loading()}
        empty={<EmptyState glyph="radar-sweep" text={m.platoon_feed_empty()} />}
      >
        {(entry) => (
          <FeedItem key={entry.id} createdAt={entry.createdAt}>
            {entry.kind === "sheet" ? <SheetEntry entry={entry} slug={slug} /> : describeEntry(entry)}
          </FeedItem>
        )}
      </QueryList>
    </Panel>
  );
}

/** An entry of the feed with its time. */
export const FeedItem = ({ createdAt, children }: { createdAt: string; children: ReactNode }) => (
  <li className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <time dateTime={createdAt} className="text-0 text-ink-3">
      {formatInstant(createdAt)}
    </time>
  </li>
);

/** Whether the browser tab is visible. */
const useVisible = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
    () => !document.hidden,
  );

type SheetEntryProps = { entry: Parameters<typeof describeEntry>[0]; slug: string };

/** The entry of a created sheet, with a link to it. */
const SheetEntry = ({ entry: { actor, body }, slug }: SheetEntryProps) => (
  <MarkupText
    message={m.platoon_feed_sheet}
    inputs={{ name: actor ?? m.platoon_former_member(), title: String(body["title"]) }}
    markup={{
      link: ({ children }) => (
        <Link
          to="/platoons"
          search={{ platoon: slug, tab: "squads", sheet: String(body["sheetId"]) }}
          resetScroll={false}
          className="link"
        >
          {children}
        </Link>
      ),
    }}
  />
);
