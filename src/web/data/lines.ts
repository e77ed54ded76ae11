// Applies pending changes to lists of progress and soldiers, for optimistic updates and for cached responses.
import type { RouterOutputs } from "#api";
import type { PendingCall } from "#web/data/offline/pending.ts";

type Line = RouterOutputs["progress"]["next"]["items"][number];
type Soldiers = RouterOutputs["soldier"]["list"];
type Goals = RouterOutputs["goal"]["list"];

/** Applies a change to the lines of any progress list. */
export function applyToLines(items: readonly Line[], { call, input }: PendingCall): Line[] {
  const edit = (ids: readonly string[], change: (line: Line) => Partial<Line>) =>
    items.map((line) => (ids.includes(line.id) ? { ...line, ...change(line) } : line));
  switch (call) {
    case "progress.tick":
      return edit([input.targetId], (line) => applyTick(line, input.count ?? line.whole));
    case "progress.untick":
      return edit([input.targetId], (line) => applyTick(line, null));
    case "progress.planAdd":
      return edit(input.targetIds, () => ({ planned: true }));
    case "progress.planRemove":
      return edit(input.targetIds, () => ({ planned: false }));
    default:
      return [...items];
  }
}

/** Applies a change to the lines of the plan. Lines that a change adds come from the server. */
export function applyToPlan(items: readonly Line[], change: PendingCall): Line[] {
  const lines = applyToLines(items, change);
  if (change.call === "progress.planRemove") return lines.filter(({ planned }) => planned);
  if (change.call !== "progress.planMove") return lines;
  const { targetId, afterId } = change.input;
  const others = lines.filter(({ id }) => id !== targetId);
  const index = others.findIndex(({ id }) => id === afterId) + 1;
  return [...others.slice(0, index), ...lines.filter(({ id }) => id === targetId), ...others.slice(index)];
}

/** Applies a change to a user's soldiers. */
export function applyToSoldiers(soldiers: Soldiers, { call, input }: PendingCall): Soldiers {
  if (call === "soldier.remove") return soldiers.filter(({ id }) => id !== input.id);
  if (call !== "soldier.change" || !input.relation) return soldiers;
  const { id, relation } = input;
  return soldiers.map((soldier) => (soldier.id === id ? { ...soldier, relation } : soldier));
}

/** Applies a change to a soldier's goals. The progress of a goal comes from the server. */
export const applyToGoals = (goals: Goals, { call, input }: PendingCall): Goals =>
  call === "goal.remove" ? goals.filter(({ id }) => id !== input.id) : goals;

/** Returns the tick of a line. A complete tick reaches the target at once; any other result comes from the server. */
function applyTick({ remainder, whole, repeats }: Line, ticked: number | null): Pick<Line, "ticked" | "remainder"> {
  if (repeats) return { ticked, remainder };
  if (ticked !== null && ticked >= whole) return { ticked, remainder: { state: "reached", times: 1, source: null } };
  const wasReached = remainder.state === "reached";
  return { ticked, remainder: wasReached ? { state: "unknown", missing: [], needs: [] } : remainder };
}
