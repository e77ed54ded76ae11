import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { counter } from "#domain/progress/known-progress.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { Combobox } from "#web/components/fields/combobox.tsx";
import { Field } from "#web/components/fields/field.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { showToast } from "#web/components/overlays/toasts.ts";
import { Button } from "#web/components/ui/button.tsx";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import { readTexts, useInterruptedInput } from "#web/data/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useRefetch } from "#web/features/soldier/use-soldier-changes.ts";

type TypedDialogProps = { game: GameId; soldierId: string; onClose: () => void };

/** A snapshot typed by hand: what one reads in the game itself. */
export function TypedDialog({ game, soldierId, onClose }: TypedDialogProps) {
  const input = useInterruptedInput<Input>(`typed:${game}:${soldierId}`, { typed: {}, weapons: [] }, readInput);
  const { typed, weapons } = input.value;
  const [id] = useState(newId);
  const save = useSaveTyped(onClose);
  const figures = numbersIn(typed);
  const isEmpty = Object.keys(figures).length === 0 && weapons.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const statistics = typedStatistics(game, figures, weapons);
    if (!isEmpty) save.mutate({ soldierId, id, takenAt: new Date().toISOString(), statistics });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={m.soldier_type_figures_by_hand_title()}
      description={m.soldier_what_typed_figures_are()}
    >
      <form onSubmit={submit} className="grid gap-5">
        <div className="grid grid-cols-2 items-end gap-4">
          {TYPED_FIELDS[game].map((field) => (
            <Field
              key={field.id}
              label={field.label}
              type="number"
              inputMode="decimal"
              min={0}
              max={field.max}
              step="any"
              value={typed[field.id] ?? ""}
              onChange={(event) => input.set({ typed: { ...typed, [field.id]: event.target.value }, weapons })}
            />
          ))}
        </div>
        <Weapons game={game} weapons={weapons} onChange={(next) => input.set({ typed, weapons: next })} />
        <ErrorLine error={save.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" busy={save.isPending}>
            {m.soldier_save_as_a_snapshot()}
          </Button>
          {isEmpty && <p className="text-0 text-ink-2">{m.soldier_enter_at_least_one_figure()}</p>}
        </div>
      </form>
    </Dialog>
  );
}

type Input = { typed: Readonly<Record<string, string>>; weapons: readonly TypedWeapon[] };

function readInput(value: unknown): Input | null {
  const { typed, weapons }: Partial<Record<keyof Input, unknown>> = Object(value);
  if (typeof typed !== "object" || !typed || !Array.isArray(weapons)) return null;
  const texts = Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { typed: Object.fromEntries(texts), weapons: weapons.filter(isTypedWeapon) };
}

const isTypedWeapon = (value: unknown): value is TypedWeapon =>
  readTexts(["id", "name"])(value) !== null && typeof Reflect.get(Object(value), "kills") === "number";

function useSaveTyped(onDone: () => void) {
  const trpc = useTRPC();
  const askAnew = useRefetch();
  return useMutation(
    trpc.soldier.saveTyped.mutationOptions({
      onSuccess: async () => {
        await askAnew();
        showToast(m.soldier_snapshot_saved());
        onDone();
      },
    }),
  );
}

const numbersIn = (typed: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([id, text]) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isFinite(value) && value >= 0 ? [[id, value]] : [];
    }),
  );

type WeaponsProps = {
  game: GameId;
  weapons: readonly TypedWeapon[];
  onChange: (weapons: readonly TypedWeapon[]) => void;
};

const MAX_KILLS = 10_000_000;

/** Kills with weapons of the arsenal, one at a time. */
function Weapons({ game, weapons, onChange }: WeaponsProps) {
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions({ game }));
  const [weaponId, setWeaponId] = useState<string | null>(null);
  const [kills, setKills] = useState("");
  const weapon = data.weapons.find(({ id }) => id === weaponId);
  const add = () => {
    if (!weapon || kills.trim() === "" || !(Number(kills) >= 0)) return;
    const others = weapons.filter(({ id }) => id !== weapon.id);
    onChange([...others, { id: weapon.id, name: weapon.name, kills: Math.min(MAX_KILLS, Math.round(Number(kills))) }]);
    setWeaponId(null);
    setKills("");
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
              onClick={() => onChange(weapons.filter((other) => other.id !== id))}
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
          onChange={setWeaponId}
        />
        <Field
          label={m.soldier_kills_with_it()}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_KILLS}
          value={kills}
          onChange={(event) => setKills(event.target.value)}
        />
        <Button onClick={add}>{m.common_add()}</Button>
      </div>
    </fieldset>
  );
}

// Figures typed by hand, as a snapshot keeps them: what follows from counts is worked out, what was left empty is unknown.
type TypedField = { id: string; label: string; max: number };

const BILLION = 1_000_000_000;

const COUNTS: readonly TypedField[] = [
  { id: "kills", label: m.soldier_kills(), max: BILLION },
  { id: "deaths", label: m.soldier_deaths(), max: BILLION },
  { id: "wins", label: m.soldier_wins(), max: BILLION },
  { id: "losses", label: m.soldier_losses(), max: BILLION },
];
const REST: readonly TypedField[] = [
  { id: "hoursPlayed", label: m.soldier_hours_played(), max: 100_000 },
  { id: "accuracyPercent", label: m.soldier_accuracy_in_percent(), max: 100 },
];

/** What one can type, in the order of the form. */
const TYPED_FIELDS: Record<GameId, readonly TypedField[]> = {
  bf2042: [...COUNTS, { id: "humanKills", label: m.soldier_kills_of_players(), max: BILLION }, ...REST],
  bf4: [
    { id: "rank", label: m.soldier_rank(), max: 140 },
    { id: "rankPoints", label: m.soldier_points_toward_the_rank(), max: BILLION },
    ...COUNTS,
    ...REST,
  ],
};

export type TypedWeapon = { id: string; name: string; kills: number };

const HOUR_S = 3600;
const MINUTE_S = 60;
const PERCENT = 100;

/** The statistics these fields and weapons make; fields that are not in `typed` stay unknown. */
export function typedStatistics(
  game: GameId,
  typed: Readonly<Record<string, number>>,
  weapons: readonly TypedWeapon[],
): Statistics {
  const { hoursPlayed, accuracyPercent, ...counts } = typed;
  const secondsPlayed = hoursPlayed === undefined ? undefined : hoursPlayed * HOUR_S;
  const { kills, deaths, wins, losses, humanKills, rankPoints } = counts;
  const figures = {
    ...counts,
    secondsPlayed,
    accuracy: accuracyPercent === undefined ? undefined : accuracyPercent / PERCENT,
    killDeath: quotient(kills, deaths),
    humanKillDeath: quotient(humanKills, deaths),
    killsPerMinute: quotient(kills, secondsPlayed === undefined ? undefined : secondsPlayed / MINUTE_S),
    winShare: quotient(wins, wins === undefined || losses === undefined ? undefined : wins + losses),
  };
  const rows = weapons.map(({ id, name, kills }) => ({ id, name, known: true, values: { kills } }));
  const ofWeapons = weapons.map(({ id, kills }) => [counter.kills(id), kills] as const);
  const ofRank = rankPoints === undefined ? [] : [[counter.rankPoints, rankPoints] as const];
  return {
    ...noStatistics(game),
    figures: known(figures),
    tables: rows.length > 0 ? { weapons: rows } : {},
    counters: game === "bf4" ? Object.fromEntries([...ofWeapons, ...ofRank]) : {},
  };
}

const quotient = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || !whole ? undefined : part / whole;

const known = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([id, value]) => (value === undefined ? [] : [[id, value]])));
