// A goal that a person sets for a soldier, in either game.
import { z } from "zod";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { type Aim, type Goal, getAimValue } from "./aim.ts";

const id = z.string().min(1).max(100);

const aim = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("figure"), figureId: id }),
  z.object({ kind: z.literal("row"), table: z.enum(TABLES), rowId: id, columnId: id }),
]) satisfies z.ZodType<Aim>;

export const goal = z.object({
  aim,
  amount: z.number().positive().max(1e12),
  from: z.number().nullable(),
}) satisfies z.ZodType<Goal>;

/** The progress of a goal; unknown if no snapshot has its value. */
export type GoalProgress =
  | { state: "known"; value: number; done: number; left: number; reached: boolean }
  | { state: "unknown" };

export function getGoalProgress({ aim, amount, from }: Goal, now: Statistics): GoalProgress {
  const value = getAimValue(now, aim);
  if (value === null) return { state: "unknown" };
  const done = Math.max(0, value - (from ?? 0));
  return { state: "known", value, done, left: Math.max(0, amount - done), reached: done >= amount };
}
