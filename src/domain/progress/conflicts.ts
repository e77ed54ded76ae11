import type { Known, Teller } from "./known.ts";
import { remaining, timesEarned } from "./remaining.ts";
import type { Target } from "./target.ts";

/** A tick that says more than a source that was asked later: only its player can tell which is right. */
export type Conflict = {
  targetId: string;
  ticked: number;
  tickedAt: string;
  told: number;
  toldBy: Teller["by"];
  toldAt: string;
};

/** Every tick that a later word of a source contradicts, and that its player has not yet kept against it. */
export function conflictsOf(byId: ReadonlyMap<string, Target>, known: Known): readonly Conflict[] {
  const unticked: Known = { ...known, ticks: new Map() };
  return [...known.ticks.values()].flatMap((tick) => {
    const target = byId.get(tick.targetId);
    const said = target ? saidOf(target, unticked) : null;
    return said && tick.settledAt === null && said.toldAt >= tick.at && said.told < tick.count
      ? [{ targetId: tick.targetId, ticked: tick.count, tickedAt: tick.at, ...said }]
      : [];
  });
}

/** What sources say of a target, as much as a tick may say; null where they say nothing, or that it is reached. */
function saidOf(target: Target, known: Known): { told: number; toldBy: Teller["by"]; toldAt: string } | null {
  const remainder = remaining(target, known);
  if (remainder.state === "reached") return null;
  const left = remainder.state === "left" ? remainder : null;
  const teller = left?.told ?? known.targets.get(target.id) ?? known.counters.get(target.earned ?? "");
  if (!teller) return null;
  const counted = left && target.sole ? left.done : 0;
  return { told: target.repeats ? timesEarned(target, known) : counted, toldBy: teller.by, toldAt: teller.at };
}
