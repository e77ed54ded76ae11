import { useCallback, useMemo, useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { type Content, contentOf, type Editing, isSameContent } from "./editing.ts";
import {
  beginHistory,
  changeHistory,
  type History,
  redone,
  type StepOptions,
  settledHistory,
  undone,
} from "./history.ts";
import { differenceOf } from "./say-step.ts";

type Identity = Pick<Editing, "id" | "seenVersion" | "folderId">;

type State = {
  identity: Identity;
  history: History;
  /** What the last undo or redo did, for whoever cannot see it; counted, so that the same words are said again. */
  said: { text: string; times: number };
};

/** A change that waits for the editor to open, such as what was copied from another loadout. */
export type Proposal = { loadout: Content["loadout"]; label: string };

export type Change = (changes: Partial<Content>, options?: StepOptions) => void;

const identityOf = ({ id, seenVersion, folderId }: Identity): Identity => ({ id, seenVersion, folderId });

function stateOf(first: Editing, proposal: Proposal | null): State {
  const begun = beginHistory(first);
  const history = proposal ? changeHistory(begun, { loadout: proposal.loadout }, { label: proposal.label }) : begun;
  return { identity: identityOf(first), history, said: { text: "", times: 0 } };
}

/** The loadout as it stands with the steps that led to it. Who it is in the locker is no step: undo survives a save. */
export function useHistory(first: Editing, proposal: Proposal | null) {
  const [state, setState] = useState(() => stateOf(first, proposal));
  const { history, identity } = state;
  const change: Change = useCallback(
    (changes, options) => setState((now) => ({ ...now, history: changeHistory(now.history, changes, options) })),
    [],
  );
  const put = useCallback((next: Editing, options?: StepOptions) => {
    setState((now) => ({
      ...now,
      identity: identityOf(next),
      history: changeHistory(now.history, contentOf(next), options),
    }));
  }, []);
  const settle = useCallback((saved: Editing, submitted: Content) => {
    setState((now) => {
      const isUntouched = isSameContent(now.history.present, submitted);
      const settled = isUntouched ? settledHistory(now.history, saved) : now.history;
      return { ...now, identity: identityOf(saved), history: settled };
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
  const name = label ?? differenceOf(now.history.present, history.present, armoury);
  const text = `${way === "undo" ? "Undone" : "Redone"}: ${name}`;
  return { ...now, history, said: { text, times: now.said.times + 1 } };
}
