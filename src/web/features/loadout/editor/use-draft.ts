import { useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft, signOutEpoch } from "#web/client/draft.ts";
import { showToast } from "#web/ui/toasts.ts";
import { type Content, DRAFT_VERSION, type Editing, isSameContent, readEditing } from "./editing.ts";

export type DraftState = "none" | "kept" | "lost";

/**
 * Keeps unsaved work on this device with each change, and drops it when nothing is unsaved. Whoever leaves with unsaved
 * work is told that it stays.
 */
export function useDraft(key: string, editing: Editing, isUnsaved: boolean): DraftState {
  const [state, setState] = useState<DraftState>("none");
  const lastKey = useRef(key);
  const [epoch] = useState(signOutEpoch);
  useEffect(() => {
    if (lastKey.current !== key) dropDraft(lastKey.current);
    lastKey.current = key;
    if (isUnsaved) {
      setState(keepDraft(key, DRAFT_VERSION, editing, epoch) ? "kept" : "lost");
      return;
    }
    dropDraft(key);
    setState("none");
  }, [key, editing, isUnsaved, epoch]);
  const isKept = useRef(false);
  useEffect(() => {
    isKept.current = isUnsaved && state === "kept";
  }, [isUnsaved, state]);
  useEffect(
    () => () => {
      if (isKept.current) showToast("Your unsaved changes stay on this device.");
    },
    [],
  );
  return state;
}

/** Forgets the draft where it says no more than what was saved; what was written since stays. */
export function dropSavedDraft(key: string, saved: Content): void {
  const draft = readDraft(key, DRAFT_VERSION, readEditing);
  if (draft && isSameContent(draft, saved)) dropDraft(key);
}
