import { useEffect, useRef, useState } from "react";
import { showToast } from "#web/components/overlays/toasts.ts";
import { dropDraft, keepDraft, readDraft, signOutEpoch } from "#web/data/stores/draft.ts";
import {
  type Content,
  DRAFT_VERSION,
  type Editing,
  isSameContent,
  readEditing,
} from "#web/features/loadout/editor/editing.ts";

export type DraftState = "none" | "saved" | "lost";

/**
 * Stores unsaved work on this device with each change and drops it when nothing is unsaved. Leaving with unsaved work
 * shows a notice that it stays.
 */
export function useDraft(key: string, editing: Editing, isUnsaved: boolean): DraftState {
  const [state, setState] = useState<DraftState>("none");
  const lastKey = useRef(key);
  const [epoch] = useState(signOutEpoch);
  useEffect(() => {
    if (lastKey.current !== key) dropDraft(lastKey.current);
    lastKey.current = key;
    if (isUnsaved) {
      setState(keepDraft(key, DRAFT_VERSION, editing, epoch) ? "saved" : "lost");
      return;
    }
    dropDraft(key);
    setState("none");
  }, [key, editing, isUnsaved, epoch]);
  const isSaved = useRef(false);
  useEffect(() => {
    isSaved.current = isUnsaved && state === "saved";
  }, [isUnsaved, state]);
  useEffect(
    () => () => {
      if (isSaved.current) showToast("Your unsaved changes stay on this device.");
    },
    [],
  );
  return state;
}

/** Deletes the draft if it equals what was saved; later changes stay. */
export function dropSavedDraft(key: string, saved: Content): void {
  const draft = readDraft(key, DRAFT_VERSION, readEditing);
  if (draft && isSameContent(draft, saved)) dropDraft(key);
}
