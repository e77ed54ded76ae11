import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { formatAmount, formatEstimate, formatQuantity } from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/fields/field.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

type Plan = RouterOutputs["platoon"]["squadPlan"]["list"];
type Item = Plan["items"][number];

type SquadPlanProps = { organizationId: string; squad: { id: string; name: string }; onClose: () => void };

/** The unlocks that a squad works towards, with the progress of the members who share it. */
export function SquadPlan({ organizationId, squad, onClose }: SquadPlanProps) {
  const { squadPlan } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const squadInput = { organizationId, teamId: squad.id };
  const query = useQuery(squadPlan.list.queryOptions(squadInput));
  const onSettled = () => queryClient.invalidateQueries(squadPlan.list.queryFilter());
  const add = useMutation(squadPlan.add.mutationOptions({ onSettled }));
  const remove = useMutation(squadPlan.remove.mutationOptions({ onSettled }));
  const plan = query.data;
  return (
    <Dialog
      onClose={onClose}
      title={m.platoon_squad_plan_of({ name: squad.name })}
      description={m.platoon_squad_plan_explained()}
    >
      <div className="grid gap-4">
        <ErrorLine error={add.error ?? remove.error} />
        <QueryList
          query={query}
          items={plan?.items}
          label={m.platoon_squad_plan()}
          loading={m.platoon_squad_plan_loading()}
          empty={<p role="status">{m.platoon_squad_plan_empty()}</p>}
        >
          {(item) => (
            <PlanItem
              key={item.id}
              item={item}
              {...(plan?.canEdit && { onRemove: () => remove.mutate({ ...squadInput, targetId: item.id }) })}
            />
          )}
        </QueryList>
        {plan?.canEdit && (
          <AddTarget
            planned={plan.items.map(({ id }) => id)}
            onAdd={(targetId) => add.mutate({ ...squadInput, targetId })}
          />
        )}
      </div>
    </Dialog>
  );
}

/** An unlock of the plan. `onRemove` is undefined if the user may not edit the plan. */
function PlanItem({ item, onRemove }: { item: Item; onRemove?: () => void }) {
  const { name, kind, ways, progress, total } = item;
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="min-w-0 text-2 wrap-anywhere">{name}</h3>
        {onRemove && (
          <Button size="small" kind="quiet" onClick={onRemove} aria-label={m.common_remove_name({ name })}>
            {m.common_remove()}
          </Button>
        )}
      </div>
      <p className="text-0 text-ink-2">{[TARGET_TITLES[kind], ways].filter(Boolean).join(m.common_dot())}</p>
      {progress.length === 0 && <p className="text-0 text-ink-2">{m.platoon_squad_plan_no_progress()}</p>}
      {progress.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 text-0">
          {progress.map((person) => (
            <div key={person.soldierId} className="flex flex-wrap justify-between gap-x-4">
              <dt className="min-w-0 wrap-anywhere">{m.platoon_squad_plan_person(person)}</dt>
              <dd className="num">{describeProgress(person)}</dd>
            </div>
          ))}
        </dl>
      )}
      {total.length > 0 && (
        <p className="num font-semibold">
          {m.platoon_squad_plan_left({ amount: formatList(total.map(({ left, unit }) => formatAmount(left, unit))) })}
        </p>
      )}
    </li>
  );
}

function describeProgress({ state, left, estimate }: Item["progress"][number]): string {
  if (!left) return state === "reached" ? m.platoon_squad_plan_reached() : m.platoon_squad_plan_unknown();
  const { done, needed, unit } = left;
  const amounts = { done: formatQuantity(done, unit), needed: formatAmount(needed, unit) };
  return [m.platoon_squad_plan_person_left(amounts), estimate && formatEstimate(estimate)]
    .filter(Boolean)
    .join(m.common_dot());
}

function AddTarget({ planned, onAdd }: { planned: readonly string[]; onAdd: (targetId: string) => void }) {
  const [q, setQ] = useState("");
  const query = useQuery({
    ...useTRPC().platoon.squadPlan.find.queryOptions({ q }),
    enabled: q.trim().length > 1,
    placeholderData: keepPreviousData,
  });
  const matches = q.trim().length > 1 ? (query.data ?? []).filter(({ id }) => !planned.includes(id)) : [];
  return (
    <div className="grid gap-3">
      <SearchField label={m.platoon_squad_plan_find()} value={q} onChange={setQ} />
      {query.isError && <ErrorLine error={query.error} />}
      {matches.length > 0 && (
        <ul aria-label={m.platoon_squad_plan_found()} className="grid divide-y divide-line border-y border-line">
          {matches.map(({ id, name, kind, ways }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="block text-0 text-ink-2">
                  {[TARGET_TITLES[kind], ways].filter(Boolean).join(m.common_dot())}
                </span>
              </span>
              <Button size="small" onClick={() => onAdd(id)} aria-label={m.platoon_squad_plan_add({ name })}>
                {m.common_add()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
