import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import type { AppRouter } from "#api";
import { GAMES, type GameId } from "#domain/game.ts";
import { SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { SHEET_TITLE_LIMIT, type SheetPlace, sheetPlace, TASK_LIMIT } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { GAME_CHOICES } from "#messages/game/titles.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { createReader, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Combobox, type Option } from "#web/ui/fields/combobox.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";
import type { PlatoonLockerProps } from "./loadout-dialogs.tsx";
import { EVERYWHERE, PurposeFields, purposeInput } from "./propose-dialog.tsx";

type SheetFormProps = PlatoonLockerProps & {
  /** The stored sheet; null for a new sheet. */
  sheet: inferRouterOutputs<AppRouter>["platoon"]["sheet"]["get"] | null;
  onClose: () => void;
};

const NONE = "";
const FREE: SheetPlace = { userId: null, platoonLoadoutId: null, task: "" };

/** Returns the places, adjusted to the squad size of the game. */
const getPlaces = (game: GameId, places: readonly SheetPlace[] = []): SheetPlace[] =>
  Array.from({ length: SQUAD_SIZE[game] }, (_, index) => {
    const { userId, platoonLoadoutId, task } = places[index] ?? FREE;
    return { userId, platoonLoadoutId, task };
  });

/** The names of members and loadouts by id, so that entries outside the loaded lists have a name, too. */
type Names = Input["names"];

const sheetInput = z
  .object({
    game: z.enum(GAMES),
    title: z.string(),
    purpose: purposeInput,
    places: sheetPlace.array(),
    names: z.record(z.string(), z.string()),
  })
  .transform((input) => ({ ...input, places: getPlaces(input.game, input.places) }));
type Input = z.infer<typeof sheetInput>;

const toInput = (sheet: SheetFormProps["sheet"]): Input => {
  const game = sheet?.game ?? "bf2042";
  const purpose = sheet ? { teamId: sheet.teamId, mapId: sheet.mapId, modeId: sheet.modeId } : EVERYWHERE;
  return { game, title: sheet?.title ?? "", purpose, places: getPlaces(game, sheet?.places), names: getNames(sheet) };
};

const getNames = (sheet: SheetFormProps["sheet"]): Names =>
  Object.fromEntries(
    (sheet?.places ?? []).flatMap(({ userId, name, platoonLoadoutId, equipment }) => [
      [userId ?? NONE, name ?? NONE],
      [platoonLoadoutId ?? NONE, equipment?.name ?? NONE],
    ]),
  );

/** Returns the key under which the unsent input of a sheet's form is stored; without an id, that of a new sheet. */
export const getSheetKey = (organizationId: string, id = "new"): string => `sheet:${organizationId}:${id}`;

/** The form of a squad sheet: title and purpose, and each place's member, loadout and task. */
export function SheetForm({ organizationId, squads, sheet, onOpen, onClose }: SheetFormProps) {
  const calls = useTRPC().platoon.sheet;
  const queryClient = useQueryClient();
  const [newSheetId] = useState(newId);
  const [seenAt] = useState(sheet?.updatedAt ?? null);
  const key = getSheetKey(organizationId, sheet?.id);
  const input = useInterruptedInput(key, () => toInput(sheet), createReader(sheetInput));
  const { game, title, purpose, places, names } = input.value;
  const save = useMutation(
    calls.save.mutationOptions({
      onSuccess: ({ id }) => {
        onClose();
        onOpen(id);
      },
      onSettled: () => queryClient.invalidateQueries(calls.pathFilter()),
    }),
  );
  const chooseGame = (next: GameId) =>
    input.change({
      game: next,
      purpose: { ...EVERYWHERE, teamId: purpose.teamId },
      places: getPlaces(
        next,
        places.map((place) => ({ ...place, platoonLoadoutId: null })),
      ),
    });
  const id = sheet?.id ?? newSheetId;
  return (
    <FormDialog
      title={sheet ? m.platoon_sheet_edit() : m.platoon_sheet_add()}
      description={m.platoon_sheet_form_explained()}
      action={m.common_save()}
      busy={save.isPending}
      error={save.error}
      input={input}
      onSubmit={() => save.mutateAsync({ organizationId, id, seenAt, game, title, places, ...purpose })}
      onClose={onClose}
    >
      <Field
        label={m.platoon_sheet_title()}
        value={title}
        onChange={({ target }) => input.change({ title: target.value })}
        required
        maxLength={SHEET_TITLE_LIMIT}
        autoComplete="off"
      />
      {!sheet && (
        <NativeSelect label={m.platoon_sheet_game()} value={game} choices={GAME_CHOICES} onChange={chooseGame} />
      )}
      <PurposeFields game={game} squads={squads} value={purpose} onChange={(next) => input.change({ purpose: next })} />
      <PlaceFields {...{ organizationId, game, places, names }} onChange={input.change} />
    </FormDialog>
  );
}

type PlaceFieldsProps = {
  organizationId: string;
  game: GameId;
  places: readonly SheetPlace[];
  names: Names;
  onChange: (change: Pick<Input, "places"> | Pick<Input, "places" | "names">) => void;
};

function PlaceFields({ organizationId, game, places, names, onChange }: PlaceFieldsProps) {
  const getChanged = (position: number, change: Partial<SheetPlace>) =>
    places.map((place, index) => (index === position ? { ...place, ...change } : place));
  const choose = (position: number, id: "userId" | "platoonLoadoutId") => (value: string, name: string) =>
    onChange({ places: getChanged(position, { [id]: value || null }), names: { ...names, [value]: name } });
  const isTaken = (userId: string, position: number) =>
    places.some((place, index) => index !== position && place.userId === userId);
  const { members, sheet } = useTRPC().platoon;
  // All fields start with these lists, so their error is shown once here.
  const lists = [
    useQuery(members.page.queryOptions({ organizationId, search: "" })),
    useQuery(sheet.loadouts.queryOptions({ organizationId, game, search: "" })),
  ];
  const failed = lists.find(({ data, error }) => data === undefined && error !== null);
  const fields = places.map(({ userId, platoonLoadoutId, task }, position) => {
    const number = position + 1;
    return (
      <fieldset key={number} className="grid gap-3 border-t border-line pt-3 sm:grid-cols-2">
        <legend className="font-cond text-1 font-bold">{m.platoon_sheet_place({ number })}</legend>
        <MemberField
          {...{ organizationId, names }}
          label={<Labelled short={m.platoon_sheet_member_short()} full={m.platoon_sheet_member_at({ number })} />}
          value={userId ?? NONE}
          isTaken={(other) => isTaken(other, position)}
          onChoose={choose(position, "userId")}
        />
        <LoadoutField
          {...{ organizationId, names, game }}
          label={<Labelled short={m.platoon_sheet_loadout_short()} full={m.platoon_sheet_loadout_at({ number })} />}
          value={platoonLoadoutId ?? NONE}
          onChoose={choose(position, "platoonLoadoutId")}
        />
        <Field
          label={<Labelled short={m.platoon_sheet_task()} full={m.platoon_sheet_task_at({ number })} />}
          value={task}
          onChange={({ target }) => onChange({ places: getChanged(position, { task: target.value }) })}
          maxLength={TASK_LIMIT}
          autoComplete="off"
          className="sm:col-span-2"
        />
      </fieldset>
    );
  });
  return (
    <>
      {failed && <ErrorPanel error={failed.error} onRetry={() => lists.map((list) => list.refetch())} />}
      {fields}
    </>
  );
}

type ChoiceFieldProps = {
  organizationId: string;
  label: ReactNode;
  value: string;
  names: Names;
  onChoose: (value: string, name: string) => void;
};

function MemberField({ organizationId, isTaken, ...field }: ChoiceFieldProps & { isTaken: (id: string) => boolean }) {
  const [search, setSearch] = useState("");
  const { data, ...query } = useQuery({
    ...useTRPC().platoon.members.page.queryOptions({ organizationId, search }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.items ?? []).map(({ userId, name }) => ({
    ...{ value: userId, label: name, disabled: isTaken(userId) },
  }));
  return <ChoiceField {...field} free={m.platoon_sheet_any_member()} {...{ options, search, setSearch, query }} />;
}

function LoadoutField({ organizationId, game, ...field }: ChoiceFieldProps & { game: GameId }) {
  const [search, setSearch] = useState("");
  const { data, ...query } = useQuery({
    ...useTRPC().platoon.sheet.loadouts.queryOptions({ organizationId, game, search }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <ChoiceField {...field} free={m.platoon_sheet_any_loadout()} {...{ options, search, setSearch, query }} />;
}

type ComboboxFieldProps = Omit<ChoiceFieldProps, "organizationId"> & {
  free: string;
  options: readonly Option[];
  search: string;
  setSearch: (search: string) => void;
  query: { error: unknown; refetch: () => unknown };
};

/** A combobox with the server's first results for the typed text. */
function ChoiceField({ label, value, names, onChoose, free, options, search, setSearch, query }: ComboboxFieldProps) {
  const [, setTyped] = useDebouncedInput(search, setSearch);
  const chosen = options.some((option) => option.value === value) ? [] : [{ value, label: names[value] ?? NONE }];
  const choices = [{ value: NONE, label: free }, ...(value === NONE ? [] : chosen), ...options];
  return (
    <div className="grid content-start gap-2">
      <Combobox
        label={label}
        value={value}
        options={choices}
        onType={setTyped}
        onChange={(next) => onChoose(next, choices.find((option) => option.value === next)?.label ?? NONE)}
      />
      {search !== "" && query.error !== null && (
        <ErrorPanel error={query.error} onRetry={query.refetch} className="text-0" />
      )}
    </div>
  );
}

/** A short visible label, and a full label for screen readers, which distinguishes the places. */
const Labelled = ({ short, full }: { short: string; full: string }) => (
  <>
    <span aria-hidden="true">{short}</span>
    <span className="sr-only">{full}</span>
  </>
);
