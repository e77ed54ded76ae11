import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { type FormEvent, useState } from "react";
import type { AppRouter } from "#api";
import { SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { canManage, SQUAD_NAME_LIMIT } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { ErrorLine, ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Field, SearchField } from "#web/components/fields/field.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { interruptedForms, useInterruptedInput } from "#web/data/interrupted-input.ts";
import { mutate } from "#web/data/mutation.ts";
import { getProperty } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { removeWithUndo, useRemoved } from "#web/data/stores/removals.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import { getPlatoonsKey, type SectionProps } from "./platoon-queries.ts";
import { SquadPlan } from "./squad-plan.tsx";

type Squad = inferRouterOutputs<AppRouter>["platoon"]["squad"]["list"][number];

const NEW = "new";

/** The key of a squad's form that a sign-in interrupts. */
const getSquadKey = (organizationId: string, id: string): string => `squad:${organizationId}:${id}`;

type Input = { name: string; chosen: string[] };

function readInput(value: unknown): Input | null {
  const name = getProperty(value, "name");
  const chosen = getProperty(value, "chosen");
  if (typeof name !== "string" || !Array.isArray(chosen)) return null;
  return { name, chosen: chosen.map(String) };
}

/** The squads of the platoon, which owners and admins make and fill. */
export function SquadsTab(section: SectionProps) {
  const organizationId = section.platoon.id;
  const [edited, setEdited] = useState<string | null>(
    () => interruptedForms(getSquadKey(organizationId, ""))[0] ?? null,
  );
  const query = useQuery({
    ...useTRPC().platoon.squad.list.queryOptions({ organizationId }),
    retry: shouldRetryUnlessRefused,
  });
  const removed = useRemoved();
  const squads = query.data?.filter(({ id }) => !removed.has(id));
  const opened = squads?.find(({ id }) => id === edited);
  const isManager = canManage(section.role);
  return (
    <Panel title={m.platoon_squad_all()} className="mb-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-(--measure) text-ink-2">{m.platoon_squad_size(SQUAD_SIZE)}</p>
        {isManager && <Button onClick={() => setEdited(NEW)}>{m.platoon_squad_add()}</Button>}
      </div>
      {query.isPending && <Skeleton label={m.platoon_squad_loading()} rows={3} />}
      {query.isError && !squads && <ErrorPanel error={query.error} onRetry={query.refetch} />}
      {squads?.length === 0 && <EmptyState text={m.platoon_squad_empty()} />}
      {squads && squads.length > 0 && (
        <ul aria-label={m.platoon_squad_all()} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {squads.map((squad) => (
            <SquadCard
              key={squad.id}
              {...section}
              squad={squad}
              {...(isManager && { onEdit: () => setEdited(squad.id) })}
            />
          ))}
        </ul>
      )}
      {edited && (opened || edited === NEW) && (
        <SquadDialog {...section} squad={opened ?? null} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

/** Reads what names squads again. */
function useSquadsChanged(userId: string) {
  const { platoon } = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(platoon.squad.pathFilter());
    await queryClient.invalidateQueries({ queryKey: getPlatoonsKey(userId) });
  };
}

/** `onEdit` is missing where the reader may change nothing. */
type SquadCardProps = SectionProps & { squad: Squad; onEdit?: () => void };

function SquadCard({ platoon, user, squad: { id, name, members }, onEdit }: SquadCardProps) {
  const [isPlanOpen, setPlanOpen] = useState(false);
  const changed = useSquadsChanged(user.id);
  const { squad } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const remove = () =>
    removeWithUndo(id, name, async () => {
      await mutate(queryClient, squad.remove.mutationOptions(), { organizationId: platoon.id, id });
      await changed();
    });
  return (
    <li className="grid content-start gap-3 rounded-1 border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="min-w-0 text-2 wrap-anywhere">{name}</h3>
        <span className="num text-0 text-ink-2">{m.platoon_member_count({ count: members.length })}</span>
      </div>
      {members.length === 0 ? (
        <p className="text-0 text-ink-2">{m.platoon_squad_no_members()}</p>
      ) : (
        <ul aria-label={m.platoon_squad_members_of({ name })} className="flex flex-wrap gap-x-4 gap-y-1">
          {members.map((member) => (
            <li key={member.userId} className="wrap-anywhere">
              {member.name} {member.userId === user.id && <Badge>{m.platoon_you()}</Badge>}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button size="small" onClick={() => setPlanOpen(true)} aria-label={m.platoon_squad_plan_of({ name })}>
          {m.platoon_squad_plan()}
        </Button>
        {onEdit && (
          <>
            <Button size="small" onClick={onEdit} aria-label={m.platoon_squad_edit({ name })}>
              {m.platoon_squad_edit_short()}
            </Button>
            <Button size="small" kind="quiet" onClick={remove} aria-label={m.common_remove_name({ name })}>
              {m.common_remove()}
            </Button>
          </>
        )}
      </div>
      {isPlanOpen && <SquadPlan organizationId={platoon.id} squad={{ id, name }} onClose={() => setPlanOpen(false)} />}
    </li>
  );
}

type SquadDialogProps = SectionProps & { squad: Squad | null; onClose: () => void };

/** The name of a squad and who is in it; null: a new one. */
function SquadDialog({ platoon, user, squad, onClose }: SquadDialogProps) {
  const [newSquadId] = useState(newId);
  const [before] = useState(() => new Set(squad?.members.map(({ userId }) => userId)));
  const { value: input, set } = useInterruptedInput(
    getSquadKey(platoon.id, squad?.id ?? NEW),
    () => ({ name: squad?.name ?? "", chosen: [...before] }),
    readInput,
  );
  const { name } = input;
  const chosen = new Set(input.chosen);
  const changed = useSquadsChanged(user.id);
  const save = useMutation(
    useTRPC().platoon.squad.save.mutationOptions({
      onSuccess: async () => {
        onClose();
        await changed();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const added = [...chosen].filter((userId) => !before.has(userId));
    const removed = [...before].filter((userId) => !chosen.has(userId));
    const id = squad?.id ?? newSquadId;
    save.mutate({ organizationId: platoon.id, id, isNew: squad === null, name, added, removed });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={squad ? m.platoon_squad_edit({ name: squad.name }) : m.platoon_squad_add()}
      description={m.platoon_squad_form_explained()}
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <ErrorLine error={save.error} />
        <Field
          label={m.platoon_squad_name()}
          value={name}
          onChange={({ target }) => set({ ...input, name: target.value })}
          required
          maxLength={SQUAD_NAME_LIMIT}
          autoComplete="off"
        />
        <People organizationId={platoon.id} chosen={chosen} onChange={(next) => set({ ...input, chosen: [...next] })} />
        <Button type="submit" kind="primary" busy={save.isPending} className="justify-self-start">
          {m.common_save()}
        </Button>
      </form>
    </Dialog>
  );
}

type PeopleProps = {
  organizationId: string;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** Fewer people need no search. */
const MANY = 12;

function People({ organizationId, chosen, onChange }: PeopleProps) {
  const [typed, setTyped] = useState("");
  const query = useQuery(useTRPC().platoon.squad.people.queryOptions({ organizationId }));
  const people = query.data ?? [];
  const found = people.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const toggle = (userId: string) => {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
    onChange(next);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-0 font-semibold text-ink-2">{m.platoon_squad_people()}</legend>
      {people.length > MANY && (
        <SearchField label={m.platoon_squad_find()} isLabelHidden value={typed} onChange={setTyped} />
      )}
      {found.map(({ userId, name }) => (
        <label key={userId} className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={chosen.has(userId)}
            onChange={() => toggle(userId)}
            className="size-5 shrink-0 accent-(--accent)"
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </label>
      ))}
      {query.isPending && <Skeleton label={m.platoon_squad_loading()} rows={3} />}
      <ErrorLine error={query.error} />
      {query.data && found.length === 0 && <p role="status">{m.common_nothing_matches()}</p>}
    </fieldset>
  );
}
