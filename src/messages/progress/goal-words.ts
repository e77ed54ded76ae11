// Goals in words.
import { type Aim, type Goal, getMeasure } from "#domain/progress/goals/aim.ts";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel, getRowName } from "#messages/soldier/measure-labels.ts";

/** Columns that go with another word than the rest of their table. */
const OF_A_COLUMN: Readonly<Record<string, (inputs: { name: string }) => string>> = {
  callIns: m.goal_call_ins,
  uses: m.goal_uses,
};

/** The table of vehicles has stationary weapons and mines as well, which have no inside. */
const OF_A_ROW: Record<TableId, (inputs: { what: string; name: string }) => string> = {
  weapons: m.goal_with_the,
  gadgets: m.goal_with_the,
  vehicles: m.goal_with_the,
  classes: m.goal_as,
  modes: m.goal_in,
  maps: m.goal_on,
};

/** "Kills with the AK-24", "Time as Recon", "Wins"; the name as the game writes it. */
export function formatAim(aim: Aim, { name, label }: { name: string | null; label: string }): string {
  if (aim.kind === "figure" || name === null) return label;
  return (OF_A_COLUMN[aim.columnId] ?? OF_A_ROW[aim.table])({ what: label, name });
}

/** "41 of 100", or "41 of 100 more"; an unknown value is no number. */
export function formatDone({ amount, from }: Pick<Goal, "amount" | "from">, done: number | null, unit: Unit): string {
  const whole = formatFigure(amount, unit);
  const most = from === null ? whole : m.goal_more({ amount: whole });
  return done === null ? most : m.goal_done({ done: formatFigure(done, unit), most });
}

/** The unit in which an amount is typed; null where it has none. */
export function getTypedUnit(unit: Unit): string | null {
  if (unit === "share") return m.goal_unit_per_cent();
  if (unit === "seconds") return m.goal_unit_hours();
  return unit === "metres" ? m.goal_unit_metres() : null;
}

/** What a goal is about: "AK-24" and "Kills"; a figure of the soldier has no name but its label. */
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
