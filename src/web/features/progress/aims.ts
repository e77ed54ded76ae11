// What a goal may be about: the figures of a soldier, and the columns of what its snapshots list.
import type { GameId } from "#domain/game.ts";
import type { Aim } from "#domain/progress/goal.ts";
import { COLUMNS, figuresOf, type Measure } from "#domain/soldier/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/table-id.ts";
import type { Statistics } from "./answers.ts";

/** A goal as it stands in the form. */
export type Drafted = { aim: Aim | null; typed: string; fromNow: boolean };

type Thing = { id: string; name: string };

/** One group of aims: the soldier as a whole, or one of its tables with the rows that are known. */
export type Aims =
  | { group: "figure"; measures: readonly Measure[] }
  | { group: TableId; measures: readonly Measure[]; things: readonly Thing[] };

/** Everything a goal may be about; tables no snapshot tells are left out. */
export function aimsOf(game: GameId, current: Statistics | null): readonly Aims[] {
  const tables = TABLES.flatMap((group): readonly Aims[] => {
    const things = current?.tables[group]?.map(({ id, name }) => ({ id, name })) ?? [];
    const measures = COLUMNS[game][group] ?? [];
    return things.length > 0 && measures.length > 0 ? [{ group, measures, things: things.toSorted(byName) }] : [];
  });
  return [{ group: "figure", measures: figuresOf(game) }, ...tables];
}

const byName = (a: Thing, b: Thing): number => a.name.localeCompare(b.name, "en");
