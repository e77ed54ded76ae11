import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { m } from "#messages";
import { formatAmount, formatHours, formatPace } from "#messages/progress/progress-words.ts";
import { MutationProblem } from "#web/app/shell/error-panel.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowDown, ArrowUp, X } from "#web/ui/icons.tsx";
import { type Line, type ListProps, type Plan, useProgressSearch } from "./progress-search.ts";
import { LeftFigure, ROW_LOOK, TargetFace } from "./target-face.tsx";
import { useProgressChanges } from "./use-progress-changes.ts";

/** The user's plan in their own order, and its total. */
export function PlanList({ game, soldierId }: ListProps) {
  const { narrow } = useProgressSearch(game);
  const query = useQuery(useTRPC().progress.plan.queryOptions({ soldierId }));
  if (!query.data)
    return <QueryFallback query={query} loading={m.progress_loading_your_plan()} rows={5} rowClassName="h-28" />;
  if (query.data.items.length === 0) {
    return (
      <EmptyState text={m.progress_plan_empty()}>
        <Button kind="primary" onClick={() => narrow({ list: "next" })}>
          {m.progress_see_what_is_closest()}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Total plan={query.data} />
      <Rows soldierId={soldierId} items={query.data.items} />
    </>
  );
}

function Total({ plan: { items, total } }: { plan: Plan }) {
  const { units, hours, withoutPace, reached, uncounted } = total;
  const notes = [
    reached > 0 && m.progress_reached_of_count({ reached, count: items.length }),
    uncounted > 0 && m.progress_without_count({ count: uncounted }),
    hours && withoutPace > 0 && m.progress_without_estimate({ count: withoutPace }),
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
        {hours && <Stat label={m.progress_time_at_pace({ pace: formatPace(hours) })} value={formatHours(hours)} />}
      </dl>
      {notes.some(Boolean) && <p className="mt-3 text-0 text-ink-2">{notes.filter(Boolean).join(m.common_dot())}</p>}
      <p className="mt-2 text-00 text-ink-3">{m.progress_shared_progress_counts_once()}</p>
    </section>
  );
}

function Rows({ soldierId, items }: { soldierId: string | null; items: Plan["items"] }) {
  const { problems, ...changes } = useProgressChanges(soldierId);
  const list = useRef<HTMLOListElement>(null);
  const holdFocus = useHeldFocus(items);
  return (
    <ol ref={list} tabIndex={-1} aria-label={m.progress_my_plan()} className="outline-none">
      {items.map((line, index) => (
        <PlanRow
          key={line.id}
          line={line}
          place={index + 1}
          isLast={index === items.length - 1}
          problem={problems[line.id]}
          onMove={(by) => {
            holdFocus();
            void changes.step(items, line, by);
          }}
          onRemove={() => {
            list.current?.focus();
            void changes.unplan(line);
          }}
        />
      ))}
    </ol>
  );
}

type PlanRowProps = {
  line: Line;
  /** Counted from 1. */
  place: number;
  isLast: boolean;
  problem: MutationError | undefined;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

const STEP_LOOK = "aria-disabled:cursor-not-allowed aria-disabled:text-ink-disabled";

/** One target of the plan. Alt with an arrow moves it, as its buttons do. */
function PlanRow({ line, place, isLast, problem, onMove, onRemove }: PlanRowProps) {
  const { name } = line;
  const move = (by: -1 | 1) => !(by < 0 ? place === 1 : isLast) && onMove(by);
  const steer = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    move(by);
  };
  return (
    <li onKeyDown={steer} className={ROW_LOOK}>
      <LeftFigure line={line} />
      <TargetFace line={line} />
      <span className="flex items-start gap-1 max-md:col-start-2 max-md:-ml-2.5 md:justify-end">
        <IconButton
          label={m.progress_move_up_name({ name })}
          aria-disabled={place === 1 || undefined}
          className={STEP_LOOK}
          onClick={() => move(-1)}
        >
          <ArrowUp aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton
          label={m.progress_move_down_name({ name })}
          aria-disabled={isLast || undefined}
          className={STEP_LOOK}
          onClick={() => move(1)}
        >
          <ArrowDown aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={m.progress_remove_from_the_plan_name({ name })} onClick={onRemove}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
      <MutationProblem problem={problem} className="col-span-full" />
    </li>
  );
}

/** Holds focus where it is while rows change places: what moves in the page loses it. Answers how to begin. */
function useHeldFocus(rows: readonly unknown[]): () => void {
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (rows.length > 0 && held.current instanceof HTMLElement) held.current.focus();
    held.current = null;
  }, [rows]);
  return () => {
    held.current = document.activeElement;
  };
}
