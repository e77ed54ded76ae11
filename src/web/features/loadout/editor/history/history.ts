// The editor's undo history. Pure: the caller announces and stores.
import { type Content, getContent, isSameContent } from "#web/features/loadout/editor/editing.ts";

/** Steps that can be taken back. */
const HISTORY_LIMIT = 100;

/** A content and what led away from it: a name where what differs does not say it. */
type Step = { content: Content; label: string | null };

export type History = {
  /** The contents before, oldest first; the label of each is that of the step that left it. */
  past: readonly Step[];
  present: Content;
  /** The contents undone, the one undone last first. */
  future: readonly Step[];
  /** The field being typed in, whose changes are one step; null after anything else. */
  field: string | null;
};

export type StepOptions = {
  /** What the step is called, e.g. "Surprise me"; without one, what differs names it. */
  label?: string;
  /** The field typed in: steps of one field in a row are one. */
  field?: string;
};

export const beginHistory = (content: Content): History => ({
  past: [],
  present: getContent(content),
  future: [],
  field: null,
});

/** The history after a change; the same one where nothing changed. What was undone before is gone. */
export function changeHistory(
  history: History,
  changes: Partial<Content>,
  { label, field }: StepOptions = {},
): History {
  const { past, present, future } = history;
  const next: Content = { ...present, ...changes };
  if (isSameContent(next, present)) return history;
  const typed = field ?? null;
  if (typed !== null && typed === history.field && future.length === 0) return { ...history, present: next };
  const step = { content: present, label: label ?? null };
  return { past: [...past, step].slice(-HISTORY_LIMIT), present: next, future: [], field: typed };
}

/** The history one step back; the same one where there is none. */
export function undone(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  const future = [{ content: history.present, label: step.label }, ...history.future];
  return { past: history.past.slice(0, -1), present: step.content, future, field: null };
}

/** The history one step on again; the same one where nothing was undone. */
export function redone(history: History): History {
  const [step, ...future] = history.future;
  if (!step) return history;
  const past = [...history.past, { content: history.present, label: step.label }];
  return { past, present: step.content, future, field: null };
}

/** The same steps with another present one, as a save answers it: its name trimmed. */
export const settledHistory = (history: History, present: Content): History => ({
  ...history,
  present: getContent(present),
  field: null,
});
