import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { RouterOutputs } from "#api";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { canManage, SQUAD_NAME_LIMIT } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { GAME_CHOICES } from "#messages/game/titles.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { mutate } from "#web/data/mutation.ts";
import { createReader, listInterruptedForms, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { newId } from "#web/data/stores/new-id.ts";
import { removeWithUndo, useRemoved } from "#web/data/stores/removals.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Field, SearchField } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";
import { Panel } from "#web/ui/panel.tsx";
import { getPlatoonsKey, type SectionProps } from "./platoon-queries.ts";
import { SquadPlan } from "./squad-plan.tsx";

type Squad = RouterOutputs["platoon"]["squad"]["list"][number];

const NEW = "new";

/** Returns the key under which the unsent input of a squad's form is stored. */
const getSquadKey = (organizationId: string, id: string): string => `squad:${organizationId}:${id}`;

const person = z.object({ userId: z.string(), name: z.string() });
const squadInput = z.object({ name: z.string(), game: z.enum(GAMES), chosen: person.array() });
type Person = z.infer<typeof person>;

/** The squads of the platoon, which owners and admins can edit. */
export function SquadsTab(section: SectionProps) {
  const organizationId = section.platoon.id;
  const [edited, setEdited] = useState<string | null>(
    () => listInterruptedForms(getSquadKey(organizationId, ""))[0] ?? null,
  );
  const query = useQuery(useTRPC().platoon.squad.list.queryOptions({ organizationId }));
  const removed = useRemoved();
  const squads = (query.data ?? []).filter(({ id }) => !removed.has(id));
  const opened = squads.find(({ id }) => id === edited);
  const [last, setLast] = useState<Squad | null>(null);
  if (opened && opened !== last) setLast(opened);
  // If another member removes the squad while its form is open, the form remains with its input.
  const shown = opened ?? (last?.id === edited ? last : null);
  const isManager = canManage(section.role);
  return (
    <Panel title={m.platoon_squad_all()} className="mb-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-(--measure) text-ink-2">{m.platoon_squad_size(SQUAD_SIZE)}</p>
        {isManager && <Button onClick={() => setEdited(NEW)}>{m.platoon_squad_add()}</Button>}
      </div>
      <QueryList
        query={query}
        items={squads}
        label={m.platoon_squad_all()}
        loading={m.platoon_squad_loading()}
        rows={3}
        empty={<EmptyState glyph="rank-3" text={m.platoon_squad_empty()} />}
        className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
      >
        {(squad) => (
          <SquadCard
            key={squad.id}
            {...section}
            squad={squad}
            {...(isManager && { onEdit: () => setEdited(squad.id) })}
          />
        )}
      </QueryList>
      {edited && (shown || edited === NEW) && (
        <SquadDialog {...section} squad={shown} isGone={shown !== null && !opened} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

/** Returns a function that reloads the data about squads. */
function useReloadSquads(userId: string) {
  const { platoon } = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(platoon.squad.pathFilter());
    await queryClient.invalidateQueries({ queryKey: getPlatoonsKey(userId) });
  };
}

/** `onEdit` is undefined if the user may not edit squads. */
type SquadCardProps = SectionProps & { squad: Squad; onEdit?: () => void };

function SquadCard({ platoon, user, squad: { id, name, game, members }, onEdit }: SquadCardProps) {
  const [isPlanOpen, setPlanOpen] = useState(false);
  const reloadSquads = useReloadSquads(user.id);
  const { squad } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const remove = () =>
    removeWithUndo(id, name, async () => {
      await mutate(queryClient, squad.remove.mutationOptions(), { organizationId: platoon.id, id });
      await reloadSquads();
    });
  return (
    <li className="grid content-start gap-3 rounded-1 border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="min-w-0 text-2 wrap-anywhere">{name}</h3>
        <span className="num text-0 text-ink-2">
          {m.platoon_squad_places({ count: members.length, size: SQUAD_SIZE[game] })}
        </span>
      </div>
      <p className="text-0 text-ink-2">{GAME_TITLES[game]}</p>
      {members.length === 0 ? (
        <p className="text-0 text-ink-2">{m.platoon_squad_no_members()}</p>
      ) : (
        <ul aria-label={m.platoon_squad_members_of({ name })} className="flex flex-wrap gap-x-4 gap-y-1">
          {members.map((member) => (
            <li key={member.userId} className="wrap-anywhere">
              <span>{member.name}</span>
              {member.userId === user.id && (
                <span>
                  {" "}
                  <Badge>{m.platoon_you()}</Badge>
                </span>
              )}
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

type SquadDialogProps = SectionProps & {
  /** Null for a new squad. */
  squad: Squad | null;
  /** Whether another member has removed the squad; saving creates a new squad. */
  isGone: boolean;
  onClose: () => void;
};

/** The form for the name, game and members of a squad. */
function SquadDialog({ platoon, user, squad, isGone, onClose }: SquadDialogProps) {
  const [newSquadId] = useState(newId);
  const [before] = useState(() => (squad?.members ?? []).map(({ userId, name }) => ({ userId, name })));
  const input = useInterruptedInput(
    getSquadKey(platoon.id, squad?.id ?? NEW),
    () => ({ name: squad?.name ?? "", game: squad?.game ?? GAMES[0], chosen: before }),
    createReader(squadInput),
  );
  const { name, game, chosen } = input.value;
  const reloadSquads = useReloadSquads(user.id);
  const save = useMutation(
    useTRPC().platoon.squad.save.mutationOptions({
      onSuccess: async () => {
        onClose();
        await reloadSquads();
      },
    }),
  );
  const submit = () => {
    const excludePeople = (people: readonly Person[], others: readonly Person[]) =>
      people.map(({ userId }) => userId).filter((userId) => !others.some((other) => other.userId === userId));
    const saved = isGone ? null : squad;
    const [added, removed] = saved
      ? [excludePeople(chosen, before), excludePeople(before, chosen)]
      : [chosen.map(({ userId }) => userId), []];
    const isNew = saved === null;
    const id = saved?.id ?? newSquadId;
    return save.mutateAsync({ organizationId: platoon.id, id, isNew, name, game, added, removed });
  };
  return (
    <FormDialog
      title={squad ? m.platoon_squad_edit({ name: squad.name }) : m.platoon_squad_add()}
      description={m.platoon_squad_form_explained()}
      action={m.common_save()}
      busy={save.isPending}
      error={save.error}
      input={input}
      onSubmit={submit}
      onClose={onClose}
    >
      {isGone && <AlertLine text={m.platoon_squad_was_removed()} />}
      <Field
        label={m.platoon_squad_name()}
        value={name}
        onChange={({ target }) => input.change({ name: target.value })}
        required
        maxLength={SQUAD_NAME_LIMIT}
        autoComplete="off"
      />
      <NativeSelect
        label={m.platoon_sheet_game()}
        value={game}
        choices={GAME_CHOICES}
        onChange={(next) => input.change({ game: next })}
      />
      <People {...{ game, chosen }} organizationId={platoon.id} onChange={(next) => input.change({ chosen: next })} />
    </FormDialog>
  );
}

type PeopleProps = {
  organizationId: string;
  game: GameId;
  chosen: readonly Person[];
  onChange: (chosen: Person[]) => void;
};

/** The number of members above which the search field is shown. */
const SEARCH_THRESHOLD = 12;

/** The choice of members: chosen members first, then the pages of the other members. */
function People({ organizationId, game, chosen, onChange }: PeopleProps) {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebouncedInput(search, setSearch);
  const query = useInfiniteQuery({
    ...useTRPC().platoon.members.page.infiniteQueryOptions({ organizationId, search }, NEXT_PAGE),
    placeholderData: (shown) => shown,
  });
  const members = getItems(query.data);
  const isChosen = ({ userId }: Person) => chosen.some((each) => each.userId === userId);
  const others = members.filter((person) => !isChosen(person));
  const size = SQUAD_SIZE[game];
  const toggle = ({ userId, name }: Person) =>
    onChange(
      isChosen({ userId, name }) ? chosen.filter((each) => each.userId !== userId) : [...chosen, { userId, name }],
    );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-0 font-semibold text-ink-2">
        {m.platoon_squad_people()} <span className="num">{m.platoon_squad_places({ count: chosen.length, size })}</span>
      </legend>
      {(members.length > SEARCH_THRESHOLD || typed !== "") && (
        <SearchField label={m.platoon_squad_find()} isLabelHidden value={typed} onChange={setTyped} />
      )}
      {[...chosen, ...others].map((person) => (
        <label key={person.userId} className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isChosen(person)}
            disabled={!isChosen(person) && chosen.length >= size}
            onChange={() => toggle(person)}
            className="size-5 shrink-0 accent-(--accent)"
          />
          <span className="min-w-0 wrap-anywhere">{person.name}</span>
        </label>
      ))}
      {query.isPending && <Skeleton label={m.platoon_squad_loading()} rows={3} />}
      <ErrorLine error={query.error} />
      {query.data && members.length === 0 && <p role="status">{m.common_nothing_matches()}</p>}
      <ShowMore query={query} />
    </fieldset>
  );
}
