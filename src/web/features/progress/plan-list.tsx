import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { isSampleSoldier } from "#domain/soldier/sample.ts";
import { m } from "#messages";
import { formatAmount, formatEstimate } from "#messages/progress/progress-words.ts";
import { NearLimit } from "#web/app/shell/near-limit.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowDown, ArrowUp, X } from "#web/ui/icons.tsx";
import { type ListProps, type Plan, type TargetLine, useProgressSearch } from "./progress-search.ts";
import { TargetList } from "./target-list.tsx";
import { useProgressChanges } from "./use-progress-changes.ts";

/** The plan in the user's order, and its total. */
export function PlanList({ game, soldierId }: ListProps) {
  const { setFilters } = useProgressSearch(game);
  const query = useQuery(useTRPC().progress.plan.queryOptions({ soldierId }));
  if (!query.data)
    return <QueryFallback query={query} loading={m.progress_loading_your_plan()} rows={5} rowClassName="h-28" />;
  if (query.data.items.length === 0) {
    return (
      <EmptyState glyph="ribbon-medal" text={m.progress_plan_empty()}>
        <Button kind="primary" onClick={() => setFilters({ list: "next" })}>
          {m.progress_see_what_is_closest()}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <NearLimit limits={["planned"]} />
      <Total plan={query.data} />
      <Rows soldierId={soldierId} items={query.data.items} />
    </>
  );
}

function Total({ plan: { items, total } }: { plan: Plan }) {
  const { units, estimate, withoutPace, reached, uncounted } = total;
  const notes = [
    reached > 0 && m.progress_reached_of_count({ reached, count: items.length }),
    uncounted > 0 && m.progress_without_count({ count: uncounted }),
    estimate && withoutPace > 0 && m.progress_without_estimate({ count: withoutPace }),
  ];
  return (
    <section aria-label={m.progress_in_all()} className="panel p-5">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {units.map(({ unit, left }) => (
          <Stat key={unit} label={m.progress_total_left()} value={formatAmount(left, unit)} />
        ))}
        {units.length === 0 && (
          <Stat label={m.progress_total_left()} value={reached === items.length ? m.progress_nothing_left() : null} />
        )}
        {estimate && <Stat label={m.progress_estimated_time()} value={formatEstimate(estimate)} />}
      </dl>
      {notes.some(Boolean) && <p className="mt-3 text-0 text-ink-2">{notes.filter(Boolean).join(m.common_dot())}</p>}
      <p className="mt-2 text-00 text-ink-3">{m.progress_shared_progress_counts_once()}</p>
    </section>
  );
}

function Rows({ soldierId, items }: { soldierId: string | null; items: Plan["items"] }) {
  const { problems, ...changes } = useProgressChanges(soldierId);
  const list = useRef<HTMLOListElement & HTMLUListElement>(null);
  const saveFocus = useFocusRestore(items);
  const move = (line: TargetLine, by: -1 | 1) => {
    saveFocus();
    void changes.step(items, line, by);
  };
  return (
    <TargetList
      isOrdered
      ref={list}
      label={m.progress_my_plan()}
      lines={items}
      getRow={(line, { index }) => {
        if (isSampleSoldier(soldierId)) return { actions: null };
        const onUp = index > 0 ? () => move(line, -1) : null;
        const onDown = index < items.length - 1 ? () => move(line, 1) : null;
        return {
          problem: problems[line.id],
          onKeyDown: (event) => moveWithArrowKeys(event, { onUp, onDown }),
          actions: (
            <>
              <StepButton label={m.progress_move_up_name(line)} onPress={onUp} icon={ArrowUp} />
              <StepButton label={m.progress_move_down_name(line)} onPress={onDown} icon={ArrowDown} />
              <IconButton
                label={m.progress_remove_from_the_plan_name(line)}
                onClick={() => {
                  list.current?.focus();
                  void changes.unplan(line);
                }}
              >
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </>
          ),
        };
      }}
    />
  );
}

/** Moves a row by one place; null at the end of the plan. */
type Step = (() => void) | null;

/** Moves the row when Alt and an arrow key are pressed. */
function moveWithArrowKeys(event: KeyboardEvent, { onUp, onDown }: { onUp: Step; onDown: Step }): void {
  const step = { ArrowUp: onUp, ArrowDown: onDown }[event.key];
  if (!event.altKey || step === undefined) return;
  event.preventDefault();
  step?.();
}

type StepButtonProps = { label: string; onPress: Step; icon: typeof ArrowUp };

const StepButton = ({ label, onPress, icon: Icon }: StepButtonProps) => (
  <IconButton
    label={label}
    aria-disabled={!onPress || undefined}
    className="aria-disabled:cursor-not-allowed aria-disabled:text-ink-disabled"
    onClick={() => onPress?.()}
  >
    <Icon aria-hidden="true" className="size-5" />
  </IconButton>
);

/** Restores the focus after rows have changed places, because an element that is moved in the page loses it. Call the returned function before the move. */
function useFocusRestore(rows: readonly unknown[]): () => void {
  const focusedElement = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (rows.length > 0 && focusedElement.current instanceof HTMLElement) focusedElement.current.focus();
    focusedElement.current = null;
  }, [rows]);
  return () => {
    focusedElement.current = document.activeElement;
  };
}
