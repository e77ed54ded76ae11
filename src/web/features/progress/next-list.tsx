import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { isSampleSoldier } from "#domain/soldier/sample.ts";
import { m } from "#messages";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { NextFilters } from "#web/features/progress/filters.tsx";
import {
  type ListProps,
  type NextPage,
  type ProgressSearch,
  useProgressSearch,
} from "#web/features/progress/progress-search.ts";
import { TargetList } from "#web/features/progress/target-list.tsx";
import { PlanButton } from "#web/features/progress/target-summary.tsx";
import { useProgressChanges } from "#web/features/progress/use-progress-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";

const PAGE_SIZE = 50;

/** The list of targets that are counted and not reached, by default with the smallest remainder first. */
export function NextList(props: ListProps) {
  const { game, soldierId } = props;
  const { search } = useProgressSearch(game);
  const query = useNext(soldierId, search);
  const page = query.data?.pages[0];
  if (!page)
    return <QueryFallback query={query} loading={m.progress_loading_what_is_closest()} rows={6} rowClassName="h-28" />;
  if (!page.states.some(({ name }) => name === "left")) return <NothingCounted {...props} />;
  return (
    <>
      <NextFilters game={game} page={page} />
      <Rows soldierId={soldierId} query={query} page={page} />
      {page.items.length === 0 && <NoMatch {...props} />}
      <UnknownTargets {...props} states={page.states} />
    </>
  );
}

/** The text of an empty list: nothing is started, or no target matches the filters. */
function NoMatch({ game }: ListProps) {
  const { search, setFilters } = useProgressSearch(game);
  const { q, kind, unit, group, weapon, start } = search;
  const isNarrowed = Boolean(q || kind || unit || group || weapon);
  if (!isNarrowed && start === undefined) {
    return (
      <EmptyState glyph="ribbon-medal" text={m.progress_nothing_is_started_yet()}>
        <Button onClick={() => setFilters({ start: "untouched" })}>{m.progress_show_what_you_could_start()}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState glyph="ribbon-medal" text={m.progress_no_unlock_matches()}>
      <Button
        onClick={() =>
          setFilters({ q: "", kind: undefined, unit: undefined, group: "", weapon: "", ...(start && { start: "all" }) })
        }
      >
        {m.common_clear()}
      </Button>
    </EmptyState>
  );
}

function useNext(soldierId: string | null, { q, order, kind, unit, start, group, weapon }: ProgressSearch) {
  const filters = {
    soldierId,
    limit: PAGE_SIZE,
    ...(q && { q }),
    ...(order && { order }),
    ...(kind && { kinds: [kind] }),
    ...(unit && { unit }),
    // A search includes targets without progress, unless the user has chosen a start.
    ...(start !== "all" && (start || !q) && { start: start ?? "started" }),
    ...(group && { group }),
    ...(weapon && { weaponId: weapon }),
  };
  return useInfiniteQuery({
    ...useTRPC().progress.next.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
}

type RowsProps = { soldierId: string | null; query: ReturnType<typeof useNext>; page: NextPage };

function Rows({ soldierId, query, page: { total } }: RowsProps) {
  const { problems, ...changes } = useProgressChanges(soldierId);
  const count = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={count} tabIndex={-1} role="status" className="num text-0 text-ink-2 outline-none">
        {m.progress_unlocks_left({ count: total })}
      </p>
      <TargetList
        label={m.progress_closest_next()}
        lines={getItems(query.data)}
        isOutdated={query.isPlaceholderData}
        getRow={(line) => ({
          problem: problems[line.id],
          actions: !isSampleSoldier(soldierId) && (
            <>
              <PlanButton line={line} onToggle={() => void changes.togglePlan(line)} />
              {!line.repeats && (
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={m.progress_i_have_it_name({ name: line.name })}
                  onClick={() => {
                    // The row is removed from the list, so move the focus first.
                    count.current?.focus();
                    void changes.tickTo(line, line.whole);
                  }}
                >
                  {m.progress_i_have_it()}
                </Button>
              )}
            </>
          ),
        })}
      />
      <ShowMore query={query} />
    </>
  );
}

/** The text of a list without any known count. */
function NothingCounted({ game, soldierId }: ListProps) {
  return (
    <EmptyState
      glyph="rank-1"
      text={soldierId === null ? m.progress_nothing_counted() : m.progress_soldier_without_counts()}
    >
      <ProgressSources game={game} soldierId={soldierId} />
    </EmptyState>
  );
}

type UnknownTargetsProps = ListProps & { states: NextPage["states"] };

/** The number of targets without data, and how to get it. */
function UnknownTargets({ game, soldierId, states }: UnknownTargetsProps) {
  const count = states.find(({ name }) => name === "unknown")?.count ?? 0;
  if (count === 0 || isSampleSoldier(soldierId)) return null;
  return (
    <aside className="grid justify-items-start gap-3 border-l-4 border-line-strong pl-4 text-0 text-ink-2">
      <p className="max-w-(--measure)">
        <MarkupText
          message={m.progress_unknown_targets}
          inputs={{ count }}
          markup={{ b: ({ children }) => <b className="num">{children}</b> }}
        />
      </p>
      <ProgressSources game={game} soldierId={soldierId} />
    </aside>
  );
}

/** The links to the places where the user can add counts. */
function ProgressSources({ game, soldierId }: ListProps) {
  const { setFilters } = useProgressSearch(game);
  return (
    <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Link
        to="/bf4"
        search={{ tab: "soldier", ...(soldierId && { soldier: soldierId }) }}
        className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
      >
        {soldierId === null ? m.common_add_a_soldier() : m.progress_import_in_the_soldier_section()}
      </Link>
      <Button size="small" onClick={() => setFilters({ list: "checklists", state: "unknown", kind: undefined, q: "" })}>
        {m.progress_tick_by_hand()}
      </Button>
    </span>
  );
}
