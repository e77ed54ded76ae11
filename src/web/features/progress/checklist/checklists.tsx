import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { TargetKind } from "#domain/progress/target.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Filters, getChoices } from "#web/features/progress/filters.tsx";
import {
  type ChecklistPage,
  type Line,
  type ListProps,
  type ProgressSearch,
  STATES,
  useProgressSearch,
} from "#web/features/progress/progress-search.ts";
import { useProgressChanges } from "#web/features/progress/use-progress-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { CheckRow } from "./check-row.tsx";

const KINDS = Object.entries(TARGET_TITLES).map(([value, label]) => ({ value: value as TargetKind, label }));

/** Everything of one kind, reached or not, to be ticked by hand. */
export function Checklists({ game, soldierId }: ListProps) {
  const { search, narrow } = useProgressSearch(game);
  const kind = search.kind ?? "assignment";
  const query = useChecklist(soldierId, kind, search);
  const page = query.data?.pages[0];
  if (!page)
    return <QueryFallback query={query} loading={m.progress_loading_the_checklist()} rows={8} rowClassName="h-20" />;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <NativeSelect
          label={m.progress_checklist()}
          value={kind}
          choices={KINDS}
          onChange={(next) => narrow({ kind: next, group: "", weapon: "" })}
          className="w-64 max-sm:w-full"
        />
      </div>
      <Filters
        label={TARGET_TITLES[kind]}
        q={search.q ?? ""}
        onType={(text) => narrow({ q: text })}
        isNarrowed={Boolean(search.state ?? search.group)}
      >
        <NativeSelect
          label={m.progress_show_label()}
          value={search.state ?? ""}
          choices={getChoices(page.states, search.state, (state) => STATES[state], m.progress_all_of_them())}
          onChange={(next) => narrow({ state: next || undefined })}
        />
        <NativeSelect
          label={m.common_class()}
          value={search.group ?? ""}
          choices={getChoices(page.groups, search.group, (name) => name, m.progress_every_class())}
          onChange={(next) => narrow({ group: next })}
        />
      </Filters>
      {page.total === 0 && (
        <EmptyState text={m.progress_nothing_on_this_checklist_matches()}>
          <Button onClick={() => narrow({ q: "", group: "", state: undefined, weapon: "" })}>{m.common_clear()}</Button>
        </EmptyState>
      )}
      <Groups soldierId={soldierId} query={query} page={page} />
    </>
  );
}

function useChecklist(soldierId: string | null, kind: TargetKind, { q, state, group, weapon }: ProgressSearch) {
  const filters = {
    soldierId,
    kind,
    ...(q && { q }),
    ...(state && { state }),
    ...(group && { group }),
    ...(weapon && { weaponId: weapon }),
  };
  return useInfiniteQuery({
    ...useTRPC().progress.checklist.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
}

type GroupsProps = { soldierId: string | null; query: ReturnType<typeof useChecklist>; page: ChecklistPage };

function Groups({ soldierId, query, page }: GroupsProps) {
  const { problems, ...changes } = useProgressChanges(soldierId);
  const lines = getItems(query.data);
  const groups = Map.groupBy(lines, getHeading);
  return (
    <>
      <p role="status" className="num text-0 text-ink-2">
        {formatStates(page)}
      </p>
      <div className={classes("grid grid-cols-[minmax(0,1fr)] gap-6", query.isPlaceholderData && "opacity-60")}>
        {[...groups].map(([heading, items]) => (
          <section key={heading} aria-label={heading}>
            <h3 className="border-b border-line-strong pb-1 text-3">{heading}</h3>
            <ul>
              {items.map((line) => (
                <CheckRow
                  key={line.id}
                  line={line}
                  problem={problems[line.id]}
                  onTick={(count) => changes.tickTo(line, count)}
                  onPlan={() => void changes.togglePlan(line)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ShowMore query={query} />
    </>
  );
}

/** What belongs to a weapon stands under it, everything else under its class. */
const getHeading = ({ kind, weapon, group }: Line): string =>
  weapon && (kind === "part" || kind === "battlepack") ? weapon.name : group;

/** "12 of 53 reached"; service stars are earned again and again. */
function formatStates({ states, total, items: [first] }: ChecklistPage): string {
  if (first?.repeats) return m.progress_service_stars({ count: total });
  const reached = states.find(({ name }) => name === "reached")?.count ?? 0;
  const all = states.reduce((sum, { count }) => sum + count, 0);
  const counts = { reached: formatNumber(reached), all: formatNumber(all) };
  return total === all
    ? m.progress_reached_of_all(counts)
    : m.progress_reached_of_all_and_shown({ ...counts, shown: formatNumber(total) });
}

const ConflictDialog = lazyNamed(() => import("./conflict-dialog.tsx"), "ConflictDialog");

/** Shows that ticks and sources differ, and opens a dialog for each. */
export function Conflicts({ soldierId }: { soldierId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(useTRPC().progress.conflicts.queryOptions({ soldierId }));
  const count = data?.length ?? 0;
  if (!data || (count === 0 && !isOpen)) return null;
  return (
    <aside
      aria-label={m.progress_ticks_and_sources()}
      className="flex flex-wrap items-center gap-3 border-l-4 border-warn bg-surface-1 py-2 pr-3 pl-4 text-0"
    >
      <p className="grow">{m.progress_ticks_differ({ count })}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        {m.progress_look_at_conflicts({ count })}
      </Button>
      {isOpen && (
        <Suspense>
          <ConflictDialog conflicts={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </aside>
  );
}
