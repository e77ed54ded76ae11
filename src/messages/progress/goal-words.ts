// Texts of goals.
import { type Aim, type Goal, getMeasure } from "#domain/progress/goals/aim.ts";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel, getRowName } from "#messages/soldier/measure-labels.ts";

/** Messages of columns that need another preposition than the other columns of their table. */
const COLUMN_MESSAGES: Readonly<Record<string, (inputs: { name: string }) => string>> = {
  callIns: m.goal_call_ins,
  uses: m.goal_uses,
};

/** Messages by table. Vehicles have "with", not "in", because the table also contains stationary weapons and mines. */
const TABLE_MESSAGES: Record<TableId, (inputs: { what: string; name: string }) => string> = {
  weapons: m.goal_with_the,
  gadgets: m.goal_with_the,
  vehicles: m.goal_with_the,
  classes: m.goal_as,
  modes: m.goal_in,
  maps: m.goal_on,
};

/** Returns the title of a goal: "Kills with the AK-24", "Time as Recon", "Wins". */
export function formatAim(aim: Aim, { name, label }: { name: string | null; label: string }): string {
  if (aim.kind === "figure" || name === null) return label;
  return (COLUMN_MESSAGES[aim.columnId] ?? TABLE_MESSAGES[aim.table])({ what: label, name });
}

/** Returns the progress of a goal: "41 of 100", or "41 of 100 more"; only the amount if the progress is unknown. */
export function formatDone({ amount, from }: Pick<Goal, "amount" | "from">, done: number | null, unit: Unit): string {
  const whole = formatFigure(amount, unit);
  const target = from === null ? whole : m.goal_more({ amount: whole });
  return done === null ? target : m.goal_done({ done: formatFigure(done, unit), most: target });
}

/** Returns the unit in which an amount is entered; null if it has none. */
export function getTypedUnit(unit: Unit): string | null {
  if (unit === "share") return m.goal_unit_per_cent();
  if (unit === "seconds") return m.goal_unit_hours();
  return unit === "metres" ? m.goal_unit_metres() : null;
}

/** Returns the name and label of a goal's aim, e.g. "AK-24" and "Kills"; the name is null for a figure of the soldier. */
export function describeAim(
  { game, tables }: Statistics,
  aim: Aim,
): { name: string | null; label: string; unit: Unit } {
  const measure = getMeasure(game, aim);
  const label = measure ? getMeasureLabel(measure.labelId) : aim.kind === "figure" ? aim.figureId : aim.columnId;
  const unit = measure?.unit ?? "count";
  if (aim.kind === "figure") return { name: null, label, unit };
  const row = tables[aim.table]?.find(({ id }) => id === aim.rowId);
  return { name: row ? getRowName(aim.table, row) : aim.rowId, label, unit };
}
