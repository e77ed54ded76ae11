// What is left of a target.
import type { Known, Teller, Told } from "./known.ts";
import { type CountedUnit, NEED_UNITS, type Need } from "./need.ts";
import { type Target, type Way, wholeOf } from "./target.ts";

/** A need, and how much of it is done; null where no source tells. */
export type NeedDone = { need: Need; done: number | null; left: number | null };

export type Remainder =
  /** `told` is null where several counters reach it together. */
  | { state: "reached"; times: number; told: Teller | null }
  /** What is left of the hardest of `needs`: amounts of two needs are never added. */
  | Left
  /** Counted in the game, but no source tells these counters of this soldier. */
  | { state: "unknown"; missing: readonly string[]; needs: readonly NeedDone[] }
  /** Nothing adds up to it: a battlepack gives it, a licence, a feat of one round. */
  | { state: "uncounted"; needs: readonly NeedDone[] };

export type Left = {
  state: "left";
  left: number;
  done: number;
  needed: number;
  unit: CountedUnit;
  counter: string | null;
  needs: readonly NeedDone[];
  told: Teller | null;
};

/** How a target stands. A tick by hand counts until its player takes it back. */
export function remaining(target: Target, known: Known): Remainder {
  const ticked = tickedCount(target, known);
  if (target.repeats) return nextTime(target, known, ticked);
  if (ticked && ticked.count >= wholeOf(target)) return reached(1, ticked);
  const pair = known.targets.get(target.id);
  if (pair && pair.done >= pair.needed) return reached(1, pair);
  const earned = known.counters.get(target.earned ?? "");
  if (earned && earned.count >= 1) return reached(earned.count, earned);
  const sole = target.sole ?? (target.kind === "medal" && pair ? RIBBONS : null);
  if (!sole) return closestWay(target.ways.map((way) => remainingOf(way, known)));
  const need = pair ? { ...sole, amount: pair.needed } : sole;
  const told = largest([known.counters.get(sole.counter ?? ""), pair && { ...pair, count: pair.done }, ticked]);
  if (!told) return { state: "unknown", ...missingOf([need], known) };
  return told.count >= need.amount ? reached(1, told) : leftOf([need], () => told);
}

/** What a medal takes, where only a source tells how many. */
const RIBBONS: Need = { counter: null, amount: 1, unit: "times", says: "Earn its ribbon so many times" };

const tickedCount = ({ id }: Target, { ticks }: Known): Told | null => {
  const tick = ticks.get(id);
  return tick ? { by: "tick", at: tick.at, count: tick.count } : null;
};

/** What is earned anew with each so many: how much is left to the next time. */
function nextTime(target: Target, known: Known, ticked: Told | null): Remainder {
  const { sole: need } = target;
  const told = known.counters.get(need?.counter ?? "");
  if (!need || !told) return { state: "unknown", ...missingOf(need ? [need] : [], known) };
  const times = Math.max(timesEarned(target, known), ticked?.count ?? 0);
  const count = Math.max(told.count, times * need.amount);
  const amount = (Math.floor(count / need.amount) + 1) * need.amount;
  return leftOf([{ ...need, amount }], () => ({ ...told, count }));
}

/** How often sources say that a target was earned. */
export function timesEarned(target: Target, { counters }: Known): number {
  const need = target.repeats ? target.sole : null;
  const met = need ? Math.floor((counters.get(need.counter ?? "")?.count ?? 0) / need.amount) : 0;
  return Math.max(counters.get(target.earned ?? "")?.count ?? 0, met);
}

const reached = (times: number, { by, at }: Teller): Remainder => ({ state: "reached", times, told: { by, at } });

const largest = (all: readonly (Told | null | undefined)[]): Told | null =>
  all.reduce<Told | null>((most, told) => (told && told.count > (most?.count ?? -1) ? told : most), null);

/** How one way of a target stands, by the counters alone. */
function remainingOf(way: Way, known: Known): Remainder {
  const told = (need: Need) => known.counters.get(need.counter ?? "") ?? null;
  const open = way.filter((need) => (told(need)?.count ?? 0) < need.amount);
  if (way.length > 0 && open.length === 0) return { state: "reached", times: 1, told: null };
  if (open.some(({ unit }) => unit === "feat")) return { state: "uncounted", needs: needsDone(way, told) };
  const { missing, needs } = missingOf(way, known);
  return missing.length > 0 ? { state: "unknown", missing, needs } : leftOf(way, told);
}

function missingOf(way: Way, { counters }: Known): { missing: readonly string[]; needs: readonly NeedDone[] } {
  const missing = way.flatMap(({ counter }) => (counter !== null && !counters.has(counter) ? [counter] : []));
  return { missing, needs: needsDone(way, ({ counter }) => counters.get(counter ?? "") ?? null) };
}

const needsDone = (way: Way, toldOf: (need: Need) => Told | null): readonly NeedDone[] =>
  way.map((need) => {
    const done = toldOf(need)?.count ?? null;
    return { need, done, left: done === null ? null : Math.max(0, need.amount - done) };
  });

/**
 * What is left of several needs is what is left of the hardest: the one whose unit stands last, and of one unit the
 * one with most left. It is the least there is to do, because one deed may count for two needs, and it is never too near.
 */
function leftOf(way: Way, toldOf: (need: Need) => Told | null): Remainder {
  const needs = needsDone(way, toldOf);
  const [hardest] = needs
    .filter(({ left }) => left !== 0)
    .toSorted((a, b) => rankOf(b) - rankOf(a) || most(b) - most(a));
  if (!hardest || hardest.need.unit === "feat") return { state: "uncounted", needs };
  const { unit, counter, amount: needed } = hardest.need;
  const told = toldOf(hardest.need);
  return {
    state: "left",
    left: most(hardest),
    done: hardest.done ?? 0,
    needed,
    unit,
    counter,
    needs,
    told: told && { by: told.by, at: told.at },
  };
}

const rankOf = ({ need }: NeedDone): number => NEED_UNITS.indexOf(need.unit);
const most = ({ left, need }: NeedDone): number => left ?? need.amount;

const STATES = ["reached", "left", "unknown", "uncounted"] as const satisfies readonly Remainder["state"][];

/** Of several ways the one that is nearest to its end. */
function closestWay(ways: readonly Remainder[]): Remainder {
  const [closest] = ways.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
  return closest ?? { state: "uncounted", needs: [] };
}
