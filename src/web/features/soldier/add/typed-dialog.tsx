import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { counter } from "#domain/progress/known-progress.ts";
import { listFigures } from "#domain/soldier/figures/figures.ts";
import { deriveQuotients } from "#domain/soldier/figures/quotients.ts";
import { isBlank, listImplausibleInput, MAX_RANK } from "#domain/soldier/plausible.ts";
import { createEmptyStatistics, type Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { readText, readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { LowerFigures, useHigherSnapshot } from "#web/features/soldier/add/lower-figures.tsx";
import { useRefetch } from "#web/features/soldier/use-soldier-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { Combobox } from "#web/ui/fields/combobox.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Trash2 } from "#web/ui/icons.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

type TypedDialogProps = { game: GameId; soldierId: string; onClose: () => void };

/** A dialog for a snapshot whose figures the user reads in the game and types. */
export function TypedDialog({ game, soldierId, onClose }: TypedDialogProps) {
  const input = useInterruptedInput<Input>(`typed:${game}:${soldierId}`, EMPTY_INPUT, readInput);
  const { typed, weapons } = input.value;
  const [id] = useState(newId);
  const [isRestarted, setRestarted] = useState(false);
  const save = useSaveTyped(onClose);
  const figures = parseNumbers(typed);
  const statistics = createTypedStatistics(game, figures, weapons);
  const isEmpty = isBlank(statistics);
  const implausible = listImplausibleInput(statistics);
  const higher = useHigherSnapshot("typed", soldierId, statistics);
  const needsDecision = Boolean(higher) && !isRestarted;
  const submit = () => {
    if (isEmpty || implausible.length > 0 || needsDecision) return false;
    const takenAt = new Date().toISOString();
    return save.mutateAsync({ soldierId, id, takenAt, statistics, isRestarted: Boolean(higher) });
  };
  return (
    <FormDialog
      title={m.soldier_type_figures_by_hand_title()}
      description={m.soldier_what_typed_figures_are()}
      action={m.soldier_save_as_a_snapshot()}
      busy={save.isPending}
      isDisabled={needsDecision}
      error={save.error}
      input={input}
      onSubmit={submit}
      beside={isEmpty && <p className="text-0 text-ink-2">{m.soldier_enter_at_least_one_figure()}</p>}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-end gap-4">
        {TYPED_FIELDS[game].map((field) => (
          <Field
            key={field.id}
            label={field.label}
            type="number"
            inputMode="decimal"
            min={0}
            max={field.max}
            step={field.isWhole ? 1 : "any"}
            value={typed[field.id] ?? ""}
            error={implausible.includes(field.id) ? getErrorMessage(figures[field.id]) : null}
            onChange={(event) => input.change({ typed: { ...typed, [field.id]: event.target.value } })}
          />
        ))}
      </div>
      <Weapons game={game} {...input.value} onChange={input.change} />
      <AlertLine text={implausible.includes("weapons") && m.soldier_more_than_all_kills()} />
      {higher && (
        <LowerFigures source="typed" takenAt={higher.takenAt} isRestarted={isRestarted} onChange={setRestarted} />
      )}
    </FormDialog>
  );
}

/** Returns the message for a count that is not a whole number, or for a part of the kills that exceeds all kills. */
const getErrorMessage = (value: number | undefined): string =>
  Number.isInteger(value) ? m.soldier_more_than_all_kills() : m.soldier_whole_numbers_only();

type Input = {
  typed: Readonly<Record<string, string>>;
  weapons: readonly TypedWeapon[];
  /** The weapon that is being added, and its kills. */
  weaponId: string | null;
  kills: string;
};

const EMPTY_INPUT: Input = { typed: {}, weapons: [], weaponId: null, kills: "" };

function readInput(value: unknown): Input | null {
  const { typed, weapons, weaponId, kills }: Partial<Record<keyof Input, unknown>> = Object(value);
  if (typeof typed !== "object" || !typed || !Array.isArray(weapons)) return null;
  const texts = Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return {
    typed: Object.fromEntries(texts),
    weapons: weapons.filter(isTypedWeapon),
    weaponId: readText(weaponId),
    kills: readText(kills) ?? "",
  };
}

const isTypedWeapon = (value: unknown): value is TypedWeapon =>
  readTexts(["id", "name"])(value) !== null && typeof Reflect.get(Object(value), "kills") === "number";

function useSaveTyped(onDone: () => void) {
  const trpc = useTRPC();
  const refetch = useRefetch();
  return useMutation(
    trpc.soldier.saveTyped.mutationOptions({
      onSuccess: () => {
        void refetch();
        showToast(m.soldier_snapshot_saved());
        onDone();
      },
    }),
  );
}

const parseNumbers = (texts: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isFinite(value) && value >= 0 ? [[id, value]] : [];
    }),
  );

type WeaponsProps = Omit<Input, "typed"> & { game: GameId; onChange: (change: Partial<Input>) => void };

const MAX_KILLS = 10_000_000;

/** The kills per weapon, which are added one weapon at a time. */
function Weapons({ game, weapons, weaponId, kills, onChange }: WeaponsProps) {
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions({ game }));
  const weapon = data.weapons.find(({ id }) => id === weaponId);
  const add = () => {
    if (!weapon || kills.trim() === "" || !(Number(kills) >= 0)) return;
    const others = weapons.filter(({ id }) => id !== weapon.id);
    const added = { id: weapon.id, name: weapon.name, kills: Math.min(MAX_KILLS, Math.round(Number(kills))) };
    onChange({ weapons: [...others, added], weaponId: null, kills: "" });
  };
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">{m.soldier_kills_with_weapons()}</legend>
      <ul aria-label={m.soldier_kills_with_weapons()} className="grid">
        {weapons.map(({ id, name, kills }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line">
            <span className="grow font-cond font-bold">{name}</span>
            <span className="num">{m.soldier_kill_count({ count: kills })}</span>
            <IconButton
              label={m.common_remove_name({ name })}
              onClick={() => onChange({ weapons: weapons.filter((other) => other.id !== id) })}
            >
              <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[1fr_6rem_auto] items-end gap-3">
        <Combobox
          label={m.common_weapon()}
          value={weaponId}
          options={data.weapons.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => onChange({ weaponId: next })}
        />
        <Field
          label={m.soldier_kills_with_it()}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_KILLS}
          value={kills}
          onChange={(event) => onChange({ kills: event.target.value })}
        />
        <Button onClick={add}>{m.common_add()}</Button>
      </div>
    </fieldset>
  );
}

// Typed figures. Derived figures are calculated; empty fields are unknown.
type TypedField = { id: string; label: string; max: number; isWhole: boolean };

const BILLION = 1_000_000_000;

const COUNT_FIELDS: readonly TypedField[] = [
  { id: "kills", label: m.soldier_kills(), max: BILLION, isWhole: true },
  { id: "deaths", label: m.soldier_deaths(), max: BILLION, isWhole: true },
  { id: "wins", label: m.soldier_wins(), max: BILLION, isWhole: true },
  { id: "losses", label: m.soldier_losses(), max: BILLION, isWhole: true },
];
const OTHER_FIELDS: readonly TypedField[] = [
  { id: "hoursPlayed", label: m.soldier_hours_played(), max: 100_000, isWhole: false },
  { id: "accuracyPercent", label: m.soldier_accuracy_in_percent(), max: 100, isWhole: false },
];

/** The fields of each game in the order of the form. */
const TYPED_FIELDS: Record<GameId, readonly TypedField[]> = {
  bf2042: [
    ...COUNT_FIELDS,
    { id: "humanKills", label: m.soldier_kills_of_players(), max: BILLION, isWhole: true },
    ...OTHER_FIELDS,
  ],
  bf4: [
    { id: "rank", label: m.soldier_rank(), max: MAX_RANK, isWhole: true },
    { id: "rankPoints", label: m.soldier_points_toward_the_rank(), max: BILLION, isWhole: true },
    ...COUNT_FIELDS,
    ...OTHER_FIELDS,
  ],
};

export type TypedWeapon = { id: string; name: string; kills: number };

const HOUR_S = 3600;
const PERCENT = 100;

/** Returns the statistics of the typed figures and weapons; figures that are not in `typed` are unknown. */
export function createTypedStatistics(
  game: GameId,
  values: Readonly<Record<string, number>>,
  weapons: readonly TypedWeapon[],
): Statistics {
  const { hoursPlayed, accuracyPercent, ...counts } = values;
  const { rankPoints } = counts;
  const figures = {
    ...counts,
    ...(hoursPlayed !== undefined && { secondsPlayed: Math.round(hoursPlayed * HOUR_S) }),
    ...(accuracyPercent !== undefined && { accuracy: accuracyPercent / PERCENT }),
  };
  const ids = new Set(listFigures(game).map(({ id }) => id));
  const rows = weapons.map(({ id, name, kills }) => ({ id, name, isKnown: true, values: { kills } }));
  const weaponCounters = weapons.map(({ id, kills }) => [counter.kills(id), kills] as const);
  const rankCounters = rankPoints === undefined ? [] : [[counter.rankPoints, rankPoints] as const];
  return {
    ...createEmptyStatistics(game),
    figures: deriveQuotients(figures, (id) => ids.has(id)),
    tables: rows.length > 0 ? { weapons: rows } : {},
    counters: game === "bf4" ? Object.fromEntries([...weaponCounters, ...rankCounters]) : {},
  };
}
