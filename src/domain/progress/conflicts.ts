import type { Target } from "#domain/progress/targets/target.ts";
import type { KnownProgress, ReportSource } from "./known-progress.ts";
import { remaining, timesEarned } from "./remaining.ts";

/** A tick that is ahead of a source that was read later: only the player knows which is right. */
export type Conflict = {
  targetId: string;
  ticked: number;
  tickedAt: string;
  told: number;
  toldBy: ReportSource["by"];
  toldAt: string;
};

/** All ticks that a later report of a source contradicts and that the player has not confirmed yet. */
export function getConflicts(byId: ReadonlyMap<string, Target>, known: KnownProgress): readonly Conflict[] {
  const unticked: KnownProgress = { ...known, ticks: new Map() };
  return [...known.ticks.values()].flatMap((tick) => {
    const target = byId.get(tick.targetId);
    const said = target ? getSaid(target, unticked) : null;
    return said && tick.settledAt === null && said.toldAt >= tick.at && said.told < tick.count
      ? [{ targetId: tick.targetId, ticked: tick.count, tickedAt: tick.at, ...said }]
      : [];
  });
}

/** What sources say of a target, as much as a tick may say; null where they say nothing, or that it is reached. */
function getSaid(
  target: Target,
  known: KnownProgress,
): { told: number; toldBy: ReportSource["by"]; toldAt: string } | null {
  const remainder = remaining(target, known);
  if (remainder.state === "reached") return null;
  const left = remainder.state === "left" ? remainder : null;
  const teller = left?.told ?? known.targets.get(target.id) ?? known.counters.get(target.earned ?? "");
  if (!teller) return null;
  const counted = left && target.sole ? left.done : 0;
  return { told: target.repeats ? timesEarned(target, known) : counted, toldBy: teller.by, toldAt: teller.at };
}
