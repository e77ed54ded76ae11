// All that a question about somebody's progress needs.
import { Fault } from "#domain/fault.ts";
import { type Known, withTicks } from "#domain/progress/known.ts";
import type { PaceOf } from "#domain/progress/pace.ts";
import { type Standing, standingsOf } from "#domain/progress/standing.ts";
import type { Target } from "#domain/progress/target.ts";
import { type Progress, progressOf } from "#domain/progress/targets.ts";
import { inTimeSlice } from "#server/event-loop.ts";
import type { Visit } from "#server/trpc/visit.ts";
import { planOf } from "./plan-rows.ts";
import { toldOf } from "./tellings.ts";
import { ticksOf } from "./tick-rows.ts";

/** What is known of a soldier's progress by now, and what its player does about it. */
export type Desk = { known: Known; pace: PaceOf; planned: ReadonlySet<string> };

type Asking = Pick<Visit, "db" | "arsenals"> & { user: { id: string } };

/** Faults: `soldier_missing`. */
export async function deskOf({ db, arsenals, user: { id: userId } }: Asking, soldierId: string | null): Promise<Desk> {
  const [{ known, pace }, ticks, plan] = await Promise.all([
    toldOf(db, { userId, soldierId }),
    ticksOf(db, userId),
    planOf(db, userId),
  ]);
  // Put together once, which takes 30 ms.
  await inTimeSlice(() => progressOf(arsenals.bf4));
  // Calls of a batch get what is merged once at the same moment, and each then works for about ten milliseconds.
  return inTimeSlice(() => ({ known: withTicks(known, ticks), pace, planned: new Set(plan) }));
}

/** Faults: `target_unknown`. */
export function targetIn({ byId }: Progress, id: string): Target {
  const target = byId.get(id);
  if (!target) throw new Fault("target_unknown");
  return target;
}

/** How some targets stand, in the order of the ids; what the data no longer has is left out. */
export const standingsIn = ({ byId }: Progress, ids: Iterable<string>, { known }: Desk): readonly Standing[] =>
  standingsOf(
    [...ids].flatMap((id) => byId.get(id) ?? []),
    known,
  );
