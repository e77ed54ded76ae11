import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { TargetKind } from "#domain/progress/target.ts";
import { isSampleSoldier } from "#domain/soldier/sample.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { GroupFilter, getChoices } from "#web/features/progress/filters.tsx";
import {
  type ChecklistPage,
  type ListProps,
  type ProgressSearch,
  STATES,
  type TargetLine,
  useProgressSearch,
} from "#web/features/progress/progress-search.ts";
import { TargetList } from "#web/features/progress/target-list.tsx";
import { useProgressChanges } from "#web/features/progress/use-progress-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { ListToolbar } from "#web/ui/list-toolbar.tsx";
import { CheckActions, TickBox } from "./check-row.tsx";

const KINDS = Object.entries(TARGET_TITLES).map(([value, label]) => ({ value: value as TargetKind, label }));

/** The checklist of all targets of one kind, reached or not, which the user can tick by hand. */
export function Checklists({ game, soldierId }: ListProps) {
  const { search, setFilters } = useProgressSearch(game);
  const kind = search.kind ?? "assignment";
  const query = useChecklist(soldierId, kind, search);
  const page = query.data?.pages[0];
  if (!page)
    return <QueryFallback query={query} loading={m.progress_loading_the_checklist()} rows={8} rowClassName="h-20" />;
  return (
    <>
      <ListToolbar
        label={TARGET_TITLES[kind]}
        searchLabel={m.progress_search_unlocks()}
        placeholder={m.progress_name_weapon_or_reward()}
        q={search.q ?? ""}
        onType={(text) => setFilters({ q: text })}
        filterCount={[search.state, search.group].filter(Boolean).length}
        result={<p className="num text-1 font-bold">{formatStates(page)}</p>}
        filters={
          <>
            <NativeSelect
              label={m.progress_show_label()}
              value={search.state ?? ""}
              choices={getChoices(page.states, search.state, (state) => STATES[state], m.progress_all_of_them())}
              onChange={(next) => setFilters({ state: next || undefined })}
            />
            <GroupFilter game={game} groups={page.groups} />
          </>
        }
      >
        <NativeSelect
          label={m.progress_checklist()}
          isLabelHidden
          value={kind}
          choices={KINDS}
          onChange={(next) => setFilters({ kind: next, group: "", weapon: "" })}
          className="w-52 max-md:grow"
        />
      </ListToolbar>
      {page.total === 0 && (
        <EmptyState glyph="ribbon-medal" text={m.progress_nothing_on_this_checklist_matches()}>
          <Button onClick={() => setFilters({ q: "", group: "", state: undefined, weapon: "" })}>
            {m.common_clear()}
          </Button>
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
            <TargetList
              look="checklist"
              lines={items}
              getRow={(line, { nameId }) => {
                if (isSampleSoldier(soldierId)) return { lead: <TickBox line={line} onTick={null} />, actions: null };
                const onTick = (count: number | null) => changes.tickTo(line, count);
                const onPlan = () => void changes.togglePlan(line);
                return {
                  problem: problems[line.id],
                  lead: <TickBox line={line} onTick={onTick} />,
                  actions: <CheckActions {...{ line, nameId, onTick, onPlan }} />,
                };
              }}
            />
          </section>
        ))}
      </div>
      <ShowMore query={query} />
    </>
  );
}

/** Returns the heading of a target's group: the weapon for its attachments and battlepacks, the class for other targets. */
const getHeading = ({ kind, weapon, group }: TargetLine): string =>
  weapon && (kind === "part" || kind === "battlepack") ? weapon.name : group;

/** Formats "12 of 53 reached"; for service stars, which repeat, only their number. */
function formatStates({ states, total, items: [first] }: ChecklistPage): string {
  if (first?.repeats) return m.progress_service_stars({ count: total });
  const reached = states.find(({ name }) => name === "reached")?.count ?? 0;
  const targetCount = states.reduce((sum, { count }) => sum + count, 0);
  const counts = { reached: formatNumber(reached), all: formatNumber(targetCount) };
  return total === targetCount
    ? m.progress_reached_of_all(counts)
    : m.progress_reached_of_all_and_shown({ ...counts, shown: formatNumber(total) });
}

const ConflictDialog = lazyNamed(() => import("./conflict-dialog.tsx"), "ConflictDialog");

/** The note that ticks and sources differ, with a button that opens the dialog for these conflicts. */
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
