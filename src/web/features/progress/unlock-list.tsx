import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { CRITERION_TITLES } from "#messages/progress/criterion-titles.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { getChoices } from "#web/features/progress/filters.tsx";
import { type CriteriaPage, type ListProps, useProgressSearch } from "#web/features/progress/progress-search.ts";
import { TargetList } from "#web/features/progress/target-list.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { ListToolbar } from "#web/ui/list-toolbar.tsx";

const PAGE_SIZE = 50;

/** What counts toward the unlocks and awards of Battlefield 2042, with the soldier's counts. */
export const UnlockList = ({ soldierId }: ListProps) => (
  <>
    <p className="max-w-(--measure) text-ink-2">{m.progress_unlocks_explained()}</p>
    {soldierId === null ? <NoSoldier /> : <Unlocks soldierId={soldierId} />}
  </>
);

const NoSoldier = () => (
  <EmptyState glyph="rank-1" text={m.progress_unlocks_need_soldier()}>
    <Link to="/bf2042" search={{ tab: "soldier" }} className={getButtonClasses("primary")}>
      {m.common_add_a_soldier()}
    </Link>
  </EmptyState>
);

function Unlocks({ soldierId }: { soldierId: string }) {
  const { search, setFilters } = useProgressSearch("bf2042");
  const { q, criterion } = search;
  // A search includes criteria without a count, unless the user has chosen one.
  const count = search.count ?? (q ? "all" : "started");
  const filters = {
    soldierId,
    limit: PAGE_SIZE,
    ...(q && { q }),
    ...(criterion && { kind: criterion }),
    ...(count !== "all" && { count }),
  };
  const query = useInfiniteQuery({
    ...useTRPC().progress.criteria.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  const page = query.data?.pages[0];
  if (!page)
    return <QueryFallback query={query} loading={m.progress_loading_what_is_closest()} rows={6} rowClassName="h-28" />;
  return (
    <>
      <Filters page={page} count={count} />
      <p role="status" className="num text-0 text-ink-2">
        {m.entry_count_items({ count: page.total })}
      </p>
      <TargetList
        label={m.progress_unlocks()}
        lines={getItems(query.data)}
        isOutdated={query.isPlaceholderData}
        getRow={() => ({})}
      />
      <ShowMore query={query} />
      {page.items.length === 0 && (
        <EmptyState
          glyph="ribbon-medal"
          text={
            count === "started" && !q && !criterion
              ? m.progress_nothing_is_started_yet()
              : m.progress_no_unlock_matches()
          }
        >
          <Button onClick={() => setFilters({ q: "", criterion: undefined, count: "all" })}>{m.common_clear()}</Button>
        </EmptyState>
      )}
    </>
  );
}

const COUNT_TITLES = {
  started: m.progress_started(),
  untouched: m.progress_not_started(),
  unknown: m.progress_state_unknown(),
} as const;

type Count = keyof typeof COUNT_TITLES | "all";

/** The search and filters of the criteria; each choice has the number of its criteria. */
function Filters({ page, count }: { page: CriteriaPage; count: Count }) {
  const { search, setFilters } = useProgressSearch("bf2042");
  const { q, criterion } = search;
  const getCount = (name: Count) => page.counts.find((each) => each.name === name)?.count ?? 0;
  const total = page.counts.reduce((sum, each) => sum + each.count, 0);
  const label = (text: string, number: number) => `${text} (${formatNumber(number)})`;
  return (
    <ListToolbar
      label={m.progress_unlocks()}
      searchLabel={m.progress_search_unlocks()}
      placeholder={m.progress_name_weapon_or_reward()}
      q={q ?? ""}
      onType={(text) => setFilters({ q: text })}
      filterCount={criterion ? 1 : 0}
      result={<p className="num text-1 font-bold">{m.entry_count_items({ count: page.total })}</p>}
      filters={
        <NativeSelect
          label={m.progress_kind()}
          value={criterion ?? ""}
          choices={getChoices(page.kinds, criterion, (name) => CRITERION_TITLES[name], m.progress_every_kind())}
          onChange={(next) => setFilters({ criterion: next || undefined })}
        />
      }
    >
      <NativeSelect<Count>
        label={m.progress_show_label()}
        isLabelHidden
        value={count}
        choices={[
          { value: "started", label: label(COUNT_TITLES.started, getCount("started")) },
          { value: "untouched", label: label(COUNT_TITLES.untouched, getCount("untouched")) },
          { value: "unknown", label: label(COUNT_TITLES.unknown, getCount("unknown")) },
          { value: "all", label: label(m.progress_all_starts(), total) },
        ]}
        onChange={(next) => setFilters({ count: next })}
        className="w-44 max-md:grow"
      />
    </ListToolbar>
  );
}
