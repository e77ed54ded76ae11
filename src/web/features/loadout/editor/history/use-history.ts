import { useCallback, useMemo, useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { type Content, type Editing, getContent, isSameContent } from "#web/features/loadout/editor/editing.ts";
import {
  beginHistory,
  changeHistory,
  type History,
  redone,
  type StepOptions,
  settledHistory,
  undone,
} from "./history.ts";
import { getDifference } from "./say-step.ts";

type Identity = Pick<Editing, "id" | "seenVersion" | "folderId">;

type State = {
  identity: Identity;
  history: History;
  /** The last undo or redo, for screen readers; counted, so that equal texts are announced again. */
  said: { text: string; times: number };
};

/** A change that waits for the editor to open, such as what was copied from another loadout. */
export type Proposal = { loadout: Content["loadout"]; label: string };

export type Change = (changes: Partial<Content>, options?: StepOptions) => void;

const getIdentity = ({ id, seenVersion, folderId }: Identity): Identity => ({ id, seenVersion, folderId });

function getState(first: Editing, proposal: Proposal | null): State {
  const begun = beginHistory(first);
  const history = proposal ? changeHistory(begun, { loadout: proposal.loadout }, { label: proposal.label }) : begun;
  return { identity: getIdentity(first), history, said: { text: "", times: 0 } };
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
      history: changeHistory(now.history, getContent(next), options),
    }));
  }, []);
  const settle = useCallback((saved: Editing, submitted: Content) => {
    setState((now) => {
      const isUntouched = isSameContent(now.history.present, submitted);
      const settled = isUntouched ? settledHistory(now.history, saved) : now.history;
      return { ...now, identity: getIdentity(saved), history: settled };
    });
  }, []);
  const editing = useMemo((): Editing => ({ ...identity, ...history.present }), [identity, history.present]);
  const step = (way: "undo" | "redo", armoury: Armoury) => setState((now) => stepped(now, way, armoury));
  return {
    editing,
    present: history.present,
    said: state.said,
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
  const name = label ?? getDifference(now.history.present, history.present, armoury);
  const text = `${way === "undo" ? "Undone" : "Redone"}: ${name}`;
  return { ...now, history, said: { text, times: now.said.times + 1 } };
}
