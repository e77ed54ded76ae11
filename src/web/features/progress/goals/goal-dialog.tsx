import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { type Aim, getAimValue, getMeasure, isSum, TYPED_UNIT } from "#domain/progress/goals/aim.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { m } from "#messages";
import { getTypedUnit } from "#messages/progress/goal-words.ts";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { DialogForm } from "#web/app/shell/form-dialog.tsx";
import { type InterruptedInput, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { OwnGoal, Statistics } from "#web/features/progress/progress-search.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Combobox } from "#web/ui/fields/combobox.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { CancelButton, Dialog } from "#web/ui/overlays/dialog.tsx";
import {
  type AimGroup,
  type GoalDraft,
  getGoalInputKey,
  listAimGroups,
  readGoalDraft,
  useGoalChanges,
} from "./aims.ts";

type GoalDialogProps = {
  game: GameId;
  soldierId: string;
  /** Null for a new goal. */
  edited: OwnGoal | null;
  onClose: () => void;
};

/** The dialog that adds or edits a goal. */
export function GoalDialog({ game, soldierId, edited, onClose }: GoalDialogProps) {
  const query = useQuery(useTRPC().soldier.get.queryOptions({ id: soldierId }));
  const input = useInterruptedInput(
    getGoalInputKey(soldierId, edited?.id ?? "new"),
    () => createGoalDraft(edited),
    readGoalDraft,
  );
  return (
    <Dialog onClose={onClose} title={edited ? m.progress_edit_the_goal() : m.progress_add_a_goal()} input={input}>
      {query.isPending && <Skeleton label={m.common_loading_the_soldier()} rows={4} />}
      {query.isError && <ErrorPanel isPart error={query.error} onRetry={query.refetch} />}
      {query.data && <GoalForm {...{ game, soldierId, edited, input, onClose }} current={query.data.current} />}
    </Dialog>
  );
}

type GoalFormProps = GoalDialogProps & { input: InterruptedInput<GoalDraft>; current: Statistics | null };

function GoalForm({ game, soldierId, edited, input, current, onClose }: GoalFormProps) {
  const { save } = useGoalChanges(soldierId);
  const [id] = useState(() => edited?.id ?? newId());
  const [problem, setProblem] = useState<string | null>(null);
  const { aim, typed, fromNow } = input.value;
  const measure = aim && getMeasure(game, aim);
  const value = aim && current && getAimValue(current, aim);
  const mayCountFromNow = measure !== null && isSum(measure) && value !== null;
  const submit = () => {
    const amount = measure ? Number(typed.replace(",", ".")) * TYPED_UNIT[measure.unit] : Number.NaN;
    const missing = measure ? m.progress_enter_a_number_above_0() : m.progress_choose_what_the_goal_is_about();
    const isComplete = amount > 0;
    setProblem(isComplete ? null : missing);
    if (!isComplete || !aim) return false;
    const goal = { id, soldierId, aim, amount, fromNow: fromNow && mayCountFromNow };
    return save.mutateAsync(goal, { onSuccess: onClose });
  };
  const unit = measure && getTypedUnit(measure.unit);
  return (
    <DialogForm
      action={edited ? m.common_save() : m.progress_set_the_goal()}
      busy={save.isPending}
      error={save.error}
      input={input}
      onSubmit={submit}
      beside={<CancelButton />}
    >
      <AimFields aims={listAimGroups(game, current)} aim={aim} onChange={(next) => input.change({ aim: next })} />
      <Field
        label={unit ? m.progress_amount_in_unit({ unit }) : m.progress_amount()}
        hint={
          measure &&
          (value === null
            ? m.progress_no_snapshot_has_this_figure_yet()
            : m.progress_now_value({ value: formatFigure(value, measure.unit) }))
        }
        error={problem}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => input.change({ typed: event.target.value })}
      />
      {mayCountFromNow && (
        <Segments
          legend={m.progress_counted()}
          name="goal-counted"
          value={fromNow ? "from-now" : "in-all"}
          choices={[
            { value: "in-all", label: m.progress_in_all() },
            { value: "from-now", label: m.progress_this_many_more_from_now() },
          ]}
          onChange={(choice) => input.change({ fromNow: choice === "from-now" })}
        />
      )}
    </DialogForm>
  );
}

function createGoalDraft(edited: OwnGoal | null): GoalDraft {
  if (!edited) return { aim: null, typed: "", fromNow: false };
  const { aim, amount, from } = edited.goal;
  return { aim, typed: String(Number((amount / TYPED_UNIT[edited.unit]).toFixed(2))), fromNow: from !== null };
}

type AimFieldsProps = { aims: readonly AimGroup[]; aim: Aim | null; onChange: (aim: Aim | null) => void };

const GROUP_LABELS: Record<AimGroup["group"], string> = {
  figure: m.progress_the_whole_soldier(),
  weapons: m.progress_a_weapon(),
  vehicles: m.progress_a_vehicle(),
  classes: m.progress_a_class_or_specialist(),
  modes: m.progress_a_mode(),
  maps: m.progress_a_map(),
  gadgets: m.progress_a_gadget(),
};

const ITEM_LABELS: Record<TableId, string> = {
  weapons: m.progress_weapon(),
  vehicles: m.progress_vehicle(),
  classes: m.progress_class_or_specialist(),
  modes: m.progress_mode(),
  maps: m.progress_map(),
  gadgets: m.progress_gadget(),
};

/** The fields for a goal's aim: the table, the item in it, and the figure. */
function AimFields({ aims, aim, onChange }: AimFieldsProps) {
  const group = aim?.kind === "row" ? aim.table : "figure";
  const shownGroup = aims.find((candidate) => candidate.group === group) ?? aims[0];
  if (!shownGroup) return null;
  return (
    <>
      <NativeSelect
        label={m.progress_about()}
        value={group}
        choices={aims.map((choice) => ({ value: choice.group, label: GROUP_LABELS[choice.group] }))}
        onChange={(next) => onChange(getDefaultAim(aims.find((candidate) => candidate.group === next)))}
      />
      {shownGroup.group !== "figure" && aim?.kind === "row" && (
        <Combobox
          label={ITEM_LABELS[shownGroup.group]}
          value={aim.rowId}
          options={shownGroup.items.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(rowId) => onChange({ ...aim, rowId })}
        />
      )}
      <NativeSelect
        label={m.common_figure()}
        value={aim?.kind === "figure" ? aim.figureId : (aim?.columnId ?? "")}
        choices={[
          ...(aim ? [] : [{ value: "", label: m.common_choose() }]),
          ...shownGroup.measures.map(({ id, labelId }) => ({ value: id, label: getMeasureLabel(labelId) })),
        ]}
        onChange={(id) => onChange(aim?.kind === "row" ? { ...aim, columnId: id } : { kind: "figure", figureId: id })}
      />
    </>
  );
}

/** Returns the first figure of a table's first item; null for the figures of the soldier, so that the user chooses one. */
function getDefaultAim(group: AimGroup | undefined): Aim | null {
  if (!group || group.group === "figure") return null;
  const [[item], [measure]] = [group.items, group.measures];
  return item && measure ? { kind: "row", table: group.group, rowId: item.id, columnId: measure.id } : null;
}
