import { useCallback, useMemo, useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isSameContent, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { diffLoadouts } from "#messages/loadout/changes.ts";
import { listContentTexts } from "#web/features/loadout/content-texts.ts";
import type { Editing } from "#web/features/loadout/editor/editing.ts";

type Identity = Pick<Editing, "id" | "seenVersion" | "folderId">;

type State = {
  identity: Identity;
  history: History;
  /** The last undo or redo for screen readers, with a counter, so that equal texts are announced again. */
  announcement: { text: string; times: number };
};

/** A change to apply when the editor opens, such as a slot copied from another loadout. */
export type Proposal = { loadout: LoadoutContent["loadout"]; label: string };

export type Change = (changes: Partial<LoadoutContent>, options?: StepOptions) => void;

const getIdentity = ({ id, seenVersion, folderId }: Identity): Identity => ({ id, seenVersion, folderId });

function getState(first: Editing, proposal: Proposal | null): State {
  const begun = beginHistory(first);
  const history = proposal ? changeHistory(begun, { loadout: proposal.loadout }, { label: proposal.label }) : begun;
  return { identity: getIdentity(first), history, announcement: { text: "", times: 0 } };
}

/** Returns the edited loadout with its undo history. Its identity is not part of the history, so undo works across a save. */
export function useHistory(first: Editing, proposal: Proposal | null) {
  const [state, setState] = useState(() => getState(first, proposal));
  const { history, identity } = state;
  const change: Change = useCallback(
    (changes, options) => setState((now) => ({ ...now, history: changeHistory(now.history, changes, options) })),
    [],
  );
  const put = useCallback((next: Editing, options?: StepOptions) => {
    setState((now) => ({
      ...now,
      identity: getIdentity(next),
      history: changeHistory(now.history, toContent(next), options),
    }));
  }, []);
  const settle = useCallback((saved: Editing, submitted: LoadoutContent) => {
    setState((now) => {
      const isUntouched = isSameContent(now.history.present, submitted);
      const base = isUntouched ? replacePresent(now.history, saved) : now.history;
      return { ...now, identity: getIdentity(saved), history: base };
    });
  }, []);
  const editing = useMemo((): Editing => ({ ...identity, ...history.present }), [identity, history.present]);
  const step = (way: "undo" | "redo", armoury: Armoury) => setState((now) => applyStep(now, way, armoury));
  return {
    editing,
    present: history.present,
    announcement: state.announcement,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    /** Replaces the loadout as one step. */
    put,
    /** Applies the response of a save without adding a step. */
    settle,
    step,
  };
}

function applyStep(now: State, way: "undo" | "redo", armoury: Armoury): State {
  const history = way === "undo" ? undo(now.history) : redo(now.history);
  if (history === now.history) return now;
  const label = (way === "undo" ? now.history.past.at(-1) : now.history.future[0])?.label;
  const step = label ?? getDifference(now.history.present, history.present, armoury);
  const text = way === "undo" ? m.loadout_undone_step({ step }) : m.loadout_redone_step({ step });
  return { ...now, history, announcement: { text, times: now.announcement.times + 1 } };
}

// The name of an undone step.
const MAX_NAMED = 2;

/** Returns the fields in which two contents differ, e.g. "Primary, Optic" or "Kit, Primary and 4 more". */
function getDifference(a: LoadoutContent, b: LoadoutContent, armoury: Armoury): string {
  const texts = listContentTexts(a);
  const written = listContentTexts(b)
    .filter(({ value }, index) => value !== texts[index]?.value)
    .map(({ title }) => title);
  const slots = diffLoadouts(a.loadout, b.loadout, armoury)
    .filter(({ changed }) => changed)
    .map(({ label }) => label);
  const all = [...written, ...slots];
  if (all.length === 0) return m.loadout_loadout();
  const parts = all.slice(0, MAX_NAMED).join(m.common_dot());
  const count = all.length - MAX_NAMED;
  return count > 0 ? m.loadout_step_parts_and_more({ parts, count }) : parts;
}

// The undo history as pure functions; the caller announces and stores.

/** Maximum number of steps that can be undone. */
const HISTORY_LIMIT = 100;

/** A content and the label of the step that changed it; null if the difference is the label. */
type Step = { content: LoadoutContent; label: string | null };

export type History = {
  /** Earlier contents, oldest first. */
  past: readonly Step[];
  present: LoadoutContent;
  /** Undone contents, last undone first. */
  future: readonly Step[];
  /** The field with the last typing, whose changes are combined into a step; null after any other change. */
  field: string | null;
};

export type StepOptions = {
  /** The name of the step, e.g. "Surprise me"; by default, the difference. */
  label?: string;
  /** The field of the typing; consecutive changes of a field are combined into a step. */
  field?: string;
};

export const beginHistory = (content: LoadoutContent): History => ({
  past: [],
  present: toContent(content),
  future: [],
  field: null,
});

/** Returns the history after a change, without undone steps; the same history if nothing changed. */
export function changeHistory(
  history: History,
  changes: Partial<LoadoutContent>,
  { label, field }: StepOptions = {},
): History {
  const { past, present, future } = history;
  const next: LoadoutContent = { ...present, ...changes };
  if (isSameContent(next, present)) return history;
  const typedField = field ?? null;
  if (typedField !== null && typedField === history.field && future.length === 0) return { ...history, present: next };
  const step = { content: present, label: label ?? null };
  return { past: [...past, step].slice(-HISTORY_LIMIT), present: next, future: [], field: typedField };
}

/** Returns the history after an undo; the same history if there is no step. */
export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  const future = [{ content: history.present, label: step.label }, ...history.future];
  return { past: history.past.slice(0, -1), present: step.content, future, field: null };
}

/** Returns the history after a redo; the same history if nothing was undone. */
export function redo(history: History): History {
  const [step, ...future] = history.future;
  if (!step) return history;
  const past = [...history.past, { content: history.present, label: step.label }];
  return { past, present: step.content, future, field: null };
}

/** Returns the history with the content of a save's response, which has a trimmed name. */
export const replacePresent = (history: History, present: LoadoutContent): History => ({
  ...history,
  present: toContent(present),
  field: null,
});
