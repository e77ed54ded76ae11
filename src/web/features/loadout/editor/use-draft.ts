import { useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft } from "#web/client/draft.ts";
import { showToast } from "#web/ui/toasts.ts";
import { DRAFT_VERSION, type Editing } from "./editing.ts";

export type DraftState = "none" | "kept" | "lost";

/**
 * Keeps unsaved work on this device with each change, and drops it when nothing is unsaved. Whoever leaves with unsaved
 * work is told that it stays.
 */
export function useDraft(key: string, editing: Editing, isUnsaved: boolean): DraftState {
  const [state, setState] = useState<DraftState>("none");
  const lastKey = useRef(key);
  useEffect(() => {
    if (lastKey.current !== key) dropDraft(lastKey.current);
    lastKey.current = key;
    if (isUnsaved) {
      setState(keepDraft(key, DRAFT_VERSION, editing) ? "kept" : "lost");
      return;
    }
    dropDraft(key);
    setState("none");
  }, [key, editing, isUnsaved]);
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
