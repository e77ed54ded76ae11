import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { type Aim, getMeasure, isSum, TYPED, valueOfAim } from "#domain/progress/goals/aim.ts";
import { formatFigure } from "#domain/soldier/figures/figure-words.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { ErrorLine, ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Combobox } from "#web/components/fields/combobox.tsx";
import { Field } from "#web/components/fields/field.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { Segments } from "#web/components/fields/segments.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { useInterruptedInput } from "#web/data/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { OwnGoal, Statistics } from "#web/features/progress/progress-search.ts";
import { type Aims, type Drafted, getAims, goalInput, readDrafted, useGoalChanges } from "./aims.ts";

type GoalDialogProps = {
  game: GameId;
  soldierId: string;
  /** Null: a new one. */
  edited: OwnGoal | null;
  onClose: () => void;
};

/** Sets a goal, or another one in its place. */
export function GoalDialog({ game, soldierId, edited, onClose }: GoalDialogProps) {
  const query = useQuery(useTRPC().soldier.get.queryOptions({ id: soldierId }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={edited ? "Edit the goal" : "Add a goal"}>
      {query.isPending && <Skeleton label="Loading the soldier" rows={4} />}
      {query.isError && <ErrorPanel isPart error={query.error} onRetry={query.refetch} />}
      {query.data && (
        <GoalForm game={game} soldierId={soldierId} edited={edited} current={query.data.current} onClose={onClose} />
      )}
    </Dialog>
  );
}

type GoalFormProps = GoalDialogProps & { current: Statistics | null };

function GoalForm({ game, soldierId, edited, current, onClose }: GoalFormProps) {
  const { save } = useGoalChanges(soldierId);
  const [id] = useState(() => edited?.id ?? newId());
  const input = useInterruptedInput(goalInput(soldierId, edited?.id ?? "new"), () => getDrafted(edited), readDrafted);
  const [problem, setProblem] = useState<string | null>(null);
  const { aim, typed, fromNow } = input.value;
  const measure = aim && getMeasure(game, aim);
  const value = aim && current && valueOfAim(current, aim);
  const mayCountFromNow = measure !== null && isSum(measure) && value !== null;
  const change = (next: Partial<Drafted>) => input.set({ ...input.value, ...next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = measure ? Number(typed.replace(",", ".")) * TYPED[measure.unit].per : Number.NaN;
    if (!aim || !measure) return setProblem("Choose what the goal is about.");
    if (!(amount > 0)) return setProblem("Enter a number above 0.");
    setProblem(null);
    save.mutate({ id, soldierId, aim, amount, fromNow: fromNow && mayCountFromNow }, { onSuccess: onClose });
  };
  const unit = measure && TYPED[measure.unit].unitText;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <AimFields aims={getAims(game, current)} aim={aim} onChange={(next) => change({ aim: next })} />
      <Field
        label={unit ? `Amount, in ${unit}` : "Amount"}
        hint={
          measure && (value === null ? "No snapshot has this figure yet." : `Now: ${formatFigure(value, measure.unit)}`)
        }
        error={problem}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => change({ typed: event.target.value })}
      />
      {mayCountFromNow && (
        <Segments
          legend="Counted"
          name="goal-counted"
          value={fromNow ? "from-now" : "in-all"}
          choices={[
            { value: "in-all", label: "In all" },
            { value: "from-now", label: "This many more from now" },
          ]}
          onChange={(counted) => change({ fromNow: counted === "from-now" })}
        />
      )}
      <ErrorLine error={save.error} />
      <p className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" busy={save.isPending}>
          {edited ? "Save" : "Set the goal"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </form>
  );
}

function getDrafted(edited: OwnGoal | null): Drafted {
  if (!edited) return { aim: null, typed: "", fromNow: false };
  const { aim, amount, from } = edited.goal;
  return { aim, typed: String(Number((amount / TYPED[edited.unit].per).toFixed(2))), fromNow: from !== null };
}

type AimFieldsProps = { aims: readonly Aims[]; aim: Aim | null; onChange: (aim: Aim | null) => void };

const GROUPS: Record<Aims["group"], string> = {
  figure: "The whole soldier",
  weapons: "A weapon",
  vehicles: "A vehicle",
  classes: "A class or specialist",
  modes: "A mode",
  maps: "A map",
  gadgets: "A gadget",
};

const THINGS: Record<TableId, string> = {
  weapons: "Weapon",
  vehicles: "Vehicle",
  classes: "Class or specialist",
  modes: "Mode",
  maps: "Map",
  gadgets: "Gadget",
};

/** What a goal is about: which kind of thing, which one, and which figure of it. */
function AimFields({ aims, aim, onChange }: AimFieldsProps) {
  const group = aim?.kind === "row" ? aim.table : "figure";
  const shown = aims.find((one) => one.group === group) ?? aims[0];
  if (!shown) return null;
  return (
    <>
      <NativeSelect
        label="About"
        value={group}
        choices={aims.map((one) => ({ value: one.group, label: GROUPS[one.group] }))}
        onChange={(next) => onChange(getFirst(aims.find((one) => one.group === next)))}
      />
      {shown.group !== "figure" && aim?.kind === "row" && (
        <Combobox
          label={THINGS[shown.group]}
          value={aim.rowId}
          options={shown.things.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(rowId) => onChange({ ...aim, rowId })}
        />
      )}
      <NativeSelect
        label="Figure"
        value={aim?.kind === "figure" ? aim.figureId : (aim?.columnId ?? "")}
        choices={[
          ...(aim ? [] : [{ value: "", label: "Choose" }]),
          ...shown.measures.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => onChange(aim?.kind === "row" ? { ...aim, columnId: id } : { kind: "figure", figureId: id })}
      />
    </>
  );
}

/** Of a table the first thing and its first figure; of the soldier as a whole nothing yet. */
function getFirst(aims: Aims | undefined): Aim | null {
  if (!aims || aims.group === "figure") return null;
  const [[thing], [measure]] = [aims.things, aims.measures];
  return thing && measure ? { kind: "row", table: aims.group, rowId: thing.id, columnId: measure.id } : null;
}
