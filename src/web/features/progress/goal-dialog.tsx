import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { addsUp, measureOf, valueOfAim } from "#domain/progress/aim.ts";
import { TYPED } from "#domain/progress/goal-words.ts";
import { sayFigure } from "#domain/soldier/figure-words.ts";
import { useKeptInput } from "#web/client/kept-input.ts";
import { newId } from "#web/client/new-id.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Trouble } from "#web/shell/trouble.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AimFields } from "./aim-fields.tsx";
import { aimsOf, type Drafted, goalInput, readDrafted } from "./aims.ts";
import type { OwnGoal, Statistics } from "./answers.ts";
import { useGoalChanges } from "./use-goals.ts";

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
      {query.isError && <Trouble isPart error={query.error} onRetry={query.refetch} />}
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
  const input = useKeptInput(goalInput(soldierId, edited?.id ?? "new"), () => draftedOf(edited), readDrafted);
  const [problem, setProblem] = useState<string | null>(null);
  const { aim, typed, fromNow } = input.value;
  const measure = aim && measureOf(game, aim);
  const value = aim && current && valueOfAim(current, aim);
  const mayCountFromNow = measure !== null && addsUp(measure) && value !== null;
  const change = (next: Partial<Drafted>) => input.set({ ...input.value, ...next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = measure ? Number(typed.replace(",", ".")) * TYPED[measure.unit].per : Number.NaN;
    if (!aim || !measure) return setProblem("Choose what the goal is about.");
    if (!(amount > 0)) return setProblem("Type a number above 0.");
    setProblem(null);
    save.mutate({ id, soldierId, aim, amount, fromNow: fromNow && mayCountFromNow }, { onSuccess: onClose });
  };
  const unit = measure && TYPED[measure.unit].says;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <AimFields aims={aimsOf(game, current)} aim={aim} onChange={(next) => change({ aim: next })} />
      <Field
        label={unit ? `Amount, in ${unit}` : "Amount"}
        hint={
          measure && (value === null ? "No snapshot tells this figure yet." : `Now: ${sayFigure(value, measure.unit)}`)
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
            { value: "from-now", label: "So many more from now" },
          ]}
          onChange={(counted) => change({ fromNow: counted === "from-now" })}
        />
      )}
      {save.isError && (
        <p role="alert" className="text-0 text-danger">
          {problemOf(save.error).text}
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" busy={save.isPending}>
          {edited ? "Save" : "Set the goal"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </form>
  );
}

function draftedOf(edited: OwnGoal | null): Drafted {
  if (!edited) return { aim: null, typed: "", fromNow: false };
  const { aim, amount, from } = edited.goal;
  return { aim, typed: String(Number((amount / TYPED[edited.unit].per).toFixed(2))), fromNow: from !== null };
}
