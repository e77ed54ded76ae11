import { useCallback, useMemo, useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isSameContent, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { diffLoadouts } from "#messages/loadout/changes.ts";
import { listTexts } from "#web/features/loadout/content-texts.ts";
import type { Editing } from "#web/features/loadout/editor/editing.ts";

type Identity = Pick<Editing, "id" | "seenVersion" | "folderId">;

type State = {
  identity: Identity;
  history: History;
  /** The last undo or redo, for screen readers; counted, so that equal texts are announced again. */
  announcement: { text: string; times: number };
};

/** A change that waits for the editor to open, such as what was copied from another loadout. */
export type Proposal = { loadout: LoadoutContent["loadout"]; label: string };

export type Change = (changes: Partial<LoadoutContent>, options?: StepOptions) => void;

const getIdentity = ({ id, seenVersion, folderId }: Identity): Identity => ({ id, seenVersion, folderId });

function getState(first: Editing, proposal: Proposal | null): State {
  const begun = beginHistory(first);
  const history = proposal ? changeHistory(begun, { loadout: proposal.loadout }, { label: proposal.label }) : begun;
  return { identity: getIdentity(first), history, announcement: { text: "", times: 0 } };
}

/** The loadout as it stands with the steps that led to it. Who it is in the locker is no step: undo survives a save. */
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
      const base = isUntouched ? settledHistory(now.history, saved) : now.history;
      return { ...now, identity: getIdentity(saved), history: base };
    });
  }, []);
  const editing = useMemo((): Editing => ({ ...identity, ...history.present }), [identity, history.present]);
  const step = (way: "undo" | "redo", armoury: Armoury) => setState((now) => stepped(now, way, armoury));
  return {
    editing,
    present: history.present,
    announcement: state.announcement,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    /** Another loadout in place of this one, as one step. */
    put,
    /** What a save answered: the same steps under the saved name. */
    settle,
    step,
  };
}

function stepped(now: State, way: "undo" | "redo", armoury: Armoury): State {
  const history = way === "undo" ? undone(now.history) : redone(now.history);
  if (history === now.history) return now;
  const label = (way === "undo" ? now.history.past.at(-1) : now.history.future[0])?.label;
  const step = label ?? getDifference(now.history.present, history.present, armoury);
  const text = way === "undo" ? m.loadout_undone_step({ step }) : m.loadout_redone_step({ step });
  return { ...now, history, announcement: { text, times: now.announcement.times + 1 } };
}

// What a step of the editor is called when it is taken back.
const MAX_NAMED = 2;

/** The parts of two contents that differ, e.g. "Primary, Optic" or "Kit, Primary and 4 more". */
function getDifference(a: LoadoutContent, b: LoadoutContent, armoury: Armoury): string {
  const texts = listTexts(a);
  const written = listTexts(b)
    .filter(({ value }, at) => value !== texts[at]?.value)
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

// The editor's undo history. Pure: the caller announces and stores.

/** Steps that can be taken back. */
const HISTORY_LIMIT = 100;

/** A content and what led away from it: a name where what differs does not say it. */
type Step = { content: LoadoutContent; label: string | null };

export type History = {
  /** The contents before, oldest first; the label of each is that of the step that left it. */
  past: readonly Step[];
  present: LoadoutContent;
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

export const beginHistory = (content: LoadoutContent): History => ({
  past: [],
  present: toContent(content),
  future: [],
  field: null,
});

/** The history after a change; the same one where nothing changed. What was undone before is gone. */
export function changeHistory(
  history: History,
  changes: Partial<LoadoutContent>,
  { label, field }: StepOptions = {},
): History {
  const { past, present, future } = history;
  const next: LoadoutContent = { ...present, ...changes };
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
export const settledHistory = (history: History, present: LoadoutContent): History => ({
  ...history,
  present: toContent(present),
  field: null,
});
