import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "#api";
import { GAME_TITLES } from "#domain/game.ts";
import { SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { m } from "#messages";
import { describeGaps } from "#messages/loadout/squad-words.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { Page } from "#web/app/shell/page/page.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { EmblemPicture } from "#web/data/emblem.tsx";
import { mutate } from "#web/data/mutation.ts";
import { hasUnsentInput } from "#web/data/offline/typed/interrupted-input.ts";
import { removeWithUndo, useRemoved } from "#web/data/stores/removals.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { PlaceLoadout, useSquad } from "#web/features/loadout/squad/squad-view.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { Panel } from "#web/ui/panel.tsx";
import type { PlatoonLockerProps } from "./loadout-dialogs.tsx";
import { ItemContent, OpenedItem } from "./opened-item.tsx";
import { getSheetKey, SheetForm } from "./sheet-form.tsx";

type Sheets = inferRouterOutputs<AppRouter>["platoon"]["sheet"];
type SheetResponse = Sheets["get"];

/** The squad sheets of a platoon: the list, or the open sheet. */
export function SquadSheets(props: PlatoonLockerProps) {
  const { openId, organizationId } = props;
  const [isNew, setNew] = useState(() => hasUnsentInput(getSheetKey(organizationId)));
  if (openId !== undefined) return <Sheet key={openId} {...props} id={openId} />;
  return (
    <Panel title={m.platoon_sheet_all()}>
      <SheetList {...props} organizationId={organizationId} onNew={() => setNew(true)} />
      {isNew && <SheetForm {...props} sheet={null} onClose={() => setNew(false)} />}
    </Panel>
  );
}

function SheetList({ organizationId, onOpen, onNew }: PlatoonLockerProps & { onNew: () => void }) {
  const query = useQuery(useTRPC().platoon.sheet.list.queryOptions({ organizationId }));
  const removed = useRemoved();
  const sheets = query.data?.filter(({ id }) => !removed.has(id));
  if (!sheets)
    return <QueryFallback query={query} loading={m.platoon_sheet_loading_all()} rows={3} errorClassName="" />;
  const add = <Button onClick={onNew}>{m.platoon_sheet_add()}</Button>;
  if (sheets.length === 0)
    return (
      <EmptyState glyph="radar-sweep" text={m.platoon_sheet_empty()}>
        {add}
      </EmptyState>
    );
  return (
    <div className="grid justify-items-start gap-4">
      {add}
      <ul aria-label={m.platoon_sheet_all()} className="grid w-full gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {sheets.map((sheet) => (
          <li
            key={sheet.id}
            className="relative grid content-start gap-2 rounded-1 border border-line p-4 hover:bg-surface-2"
          >
            <h3 className="min-w-0 text-2 wrap-anywhere">
              <button type="button" onClick={() => onOpen(sheet.id)} className="text-left after:absolute after:inset-0">
                {sheet.title}
              </button>
            </h3>
            <Facts {...sheet}>{sheet.isOpen && <Badge>{m.platoon_sheet_open()}</Badge>}</Facts>
            <p className="text-0 text-ink-2 wrap-anywhere">
              <span className="num">
                {m.platoon_sheet_filled({ filled: sheet.filled, size: SQUAD_SIZE[sheet.game] })}
              </span>
              {m.common_dot()}
              {m.platoon_sheet_by({ name: sheet.creator ?? m.platoon_former_member() })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

type FactsProps = Pick<SheetResponse, "game" | "map" | "mode"> & { children?: ReactNode };

const Facts = ({ game, map, mode, children }: FactsProps) => (
  <p className="flex flex-wrap items-center gap-3 text-0 text-ink-2">
    <span>{[GAME_TITLES[game], map, mode].filter(Boolean).join(m.common_dot())}</span>
    {children}
  </p>
);

type SheetProps = PlatoonLockerProps & { id: string };

function Sheet(props: SheetProps) {
  const { organizationId, id, onOpen } = props;
  const query = useQuery(useTRPC().platoon.sheet.get.queryOptions({ organizationId, id }));
  return (
    <OpenedItem back={m.platoon_sheet_back()} onBack={() => onOpen(undefined)} query={query} {...SHEET_TEXTS}>
      {(sheet) => (
        <article className="grid gap-5">
          <header className="grid gap-2">
            <h2 className="text-5 wrap-anywhere">{sheet.title}</h2>
            <Facts {...sheet}>
              {props.squads.map(
                ({ id: squadId, name }) => squadId === sheet.teamId && <Badge key="squad">{name}</Badge>,
              )}
            </Facts>
          </header>
          <Actions {...props} sheet={sheet} />
          <Places {...sheet} heading="h3" />
        </article>
      )}
    </OpenedItem>
  );
}

/** Texts while a sheet is loading or missing. An invalid id is treated like a deleted sheet. */
const SHEET_TEXTS = {
  loading: m.platoon_sheet_loading(),
  gone: { codes: ["sheet_missing", "input_invalid"], text: m.error_sheet_missing() },
} as const;

type ActionsProps = SheetProps & { sheet: SheetResponse };

/** The actions on a sheet for its creator and for managers. */
function Actions(props: ActionsProps) {
  const { organizationId, id, sheet, onOpen } = props;
  const calls = useTRPC().platoon.sheet;
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(() => hasUnsentInput(getSheetKey(organizationId, id)));
  const onSettled = () => queryClient.invalidateQueries(calls.pathFilter());
  const setOpen = useMutation(calls.setOpen.mutationOptions({ onSettled }));
  const remove = () => {
    removeWithUndo(id, sheet.title, () =>
      mutate(queryClient, calls.remove.mutationOptions({ onSettled }), { organizationId, id, seenAt: sheet.updatedAt }),
    );
    onOpen(undefined);
  };
  // An open form remains if the user loses the role, with the input and the reason of the refusal.
  if (!sheet.canEdit && !isEditing) return null;
  const isOpen = setOpen.isPending ? setOpen.variables.isOpen : sheet.isOpen;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setEditing(true)}>{m.platoon_sheet_edit()}</Button>
        <Button kind="quiet" onClick={remove}>
          {m.common_remove()}
        </Button>
        <Switch
          label={m.platoon_sheet_open()}
          checked={isOpen}
          onChange={(next) => setOpen.mutate({ organizationId, id, isOpen: next })}
        />
      </div>
      <ErrorLine error={setOpen.error} />
      {isOpen && sheet.linkId !== null ? (
        <OpenLink linkId={sheet.linkId} />
      ) : (
        <p className="text-0 text-ink-2">{m.platoon_sheet_closed()}</p>
      )}
      {isEditing && <SheetForm {...props} sheet={sheet} onClose={() => setEditing(false)} />}
    </div>
  );
}

function OpenLink({ linkId }: { linkId: string }) {
  const address = `${location.origin}/platoons?sheet=${linkId}`;
  const { outcome, copy } = useCopy(address);
  return (
    <div className="flex max-w-2xl flex-wrap items-end gap-3">
      <Field
        label={m.platoon_sheet_link()}
        hint={m.platoon_sheet_open_explained()}
        value={address}
        readOnly
        className="min-w-0 grow basis-72"
      />
      <Button onClick={copy}>{outcome === "copied" ? m.common_link_copied() : m.common_copy_link()}</Button>
      {outcome === "refused" && <p role="alert">{m.loadout_copy_blocked_use_address_bar()}</p>}
    </div>
  );
}

/** The page of a publicly linked sheet, also for visitors without an account. */
export function OpenSheet({ id }: { id: string }) {
  const query = useQuery(useTRPC().platoon.sheet.open.queryOptions({ id }));
  return (
    <Page title={<span className="wrap-anywhere">{query.data?.title ?? m.platoon_sheet_all()}</span>}>
      <ItemContent query={query} {...SHEET_TEXTS}>
        {(sheet) => (
          <div className="grid gap-5">
            <div className="flex flex-wrap items-center gap-3">
              <EmblemPicture emblem={sheet.platoon.emblem} />
              <b className="wrap-anywhere">{sheet.platoon.name}</b>
              <Facts {...sheet} />
            </div>
            <Places {...sheet} heading="h2" />
          </div>
        )}
      </ItemContent>
    </Page>
  );
}

type PlacesProps = Pick<Sheets["open"], "game" | "places"> & { heading: "h2" | "h3" };

/** The missing roles of the squad, and the places with their members and loadouts. */
function Places({ game, places, heading: Heading }: PlacesProps) {
  const { roles, armoury } = useSquad(
    game,
    places.map(({ equipment }) => equipment?.loadout ?? null),
  );
  return (
    <>
      <p role="status">{describeGaps(roles) ?? m.platoon_sheet_complete()}</p>
      <ol aria-label={m.platoon_sheet_places()} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {places.map(({ name, task, equipment }, index) => (
          <li key={[index, name].join()} className="panel grid content-start gap-3 p-4">
            <Heading className="text-2 wrap-anywhere">{`${index + 1}. ${name ?? m.platoon_sheet_any_member()}`}</Heading>
            {task && <p className="font-semibold wrap-anywhere">{task}</p>}
            {equipment ? (
              <>
                <p className="wrap-anywhere">{equipment.name}</p>
                <PlaceLoadout loadout={equipment.loadout} roles={roles[index] ?? []} armoury={armoury} />
              </>
            ) : (
              <p className="text-ink-2">{m.platoon_sheet_no_loadout()}</p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
