import { useMutation } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { isSameContent, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { updateCachedLoadouts, useLockerClients } from "#web/data/gathered-locker.ts";
import { listTouchedIds, useOutbox } from "#web/data/offline/pending.ts";
import { dropDraft, getSignOutEpoch, readOwnDraft, storeDraft } from "#web/data/offline/typed/drafts.ts";
import { getAppError, getErrorText, getProperty } from "#web/data/problem.ts";
import { useWithSession, WITH_SESSION } from "#web/data/session/ensure-session.ts";
import { newId } from "#web/data/stores/new-id.ts";
import {
  DRAFT_VERSION,
  type Editing,
  getCopyName,
  MAX_SENT,
  readEditing,
  wasSent,
} from "#web/features/loadout/editor/editing.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** Returns the identity of a saved loadout. */
export const getIdentity = ({ id, version, folderId }: Pick<SavedLoadout, "id" | "version" | "folderId">) => ({
  id,
  seenVersion: version,
  folderId,
});

type Attempt = {
  busy: boolean;
  done: boolean;
  problem: SaveProblem | null;
};

const UNTRIED: Attempt = { busy: false, done: false, problem: null };

export type Resolution = "mine" | "both";

export type Saving = Attempt & {
  save: (editing: Editing, violations: readonly Violation[]) => Promise<void>;
  /** Clears the outcome of the last attempt; called with each change. */
  forget: () => void;
};

/** Returns a function that saves the loadout, and the outcome of the last attempt. */
export function useSaving(
  sent: RefObject<readonly LoadoutContent[]>,
  onSaved: (saved: Editing, submitted: Editing) => void,
): Saving {
  const saveLoadout = useSave();
  const [attempt, setAttempt] = useState(UNTRIED);

  const send = async (submitted: Editing): Promise<void> => {
    setAttempt({ ...UNTRIED, busy: true });
    const sentBefore = sent.current;
    sent.current = [...sentBefore, toContent(submitted)].slice(-MAX_SENT);
    try {
      const saved = await saveLoadout(submitted);
      setAttempt({ ...UNTRIED, done: true });
      onSaved({ ...toContent(saved), ...getIdentity(saved) }, submitted);
    } catch (error) {
      const problem = getSaveProblem(error);
      if (problem.kind === "changed" && problem.theirs && wasSent(problem.theirs, sentBefore)) {
        // The stored version is an earlier save of this editor whose response was lost.
        return send({ ...submitted, seenVersion: problem.theirs.version });
      }
      setAttempt({ ...UNTRIED, problem });
    }
  };

  const save = async (editing: Editing, violations: readonly Violation[]) => {
    if (violations.length > 0) {
      setAttempt({ ...UNTRIED, problem: { kind: "other", text: ERRORS.loadout_illegal.message() } });
    } else await send(editing);
  };

  const forget = useCallback(() => setAttempt((now) => (now.problem || now.done ? UNTRIED : now)), []);
  return { ...attempt, save, forget };
}

/** Returns the loadout to save after a conflict: with the newer version to overwrite it, or with a new id. */
export function resolveConflict(mine: Editing, theirs: Theirs | null, how: Resolution): Editing {
  if (how === "mine" && theirs) return { ...mine, seenVersion: theirs.version };
  return { ...mine, id: newId(), seenVersion: 0, ...(theirs && { name: getCopyName(mine.name) }) };
}

/**
 * Returns a function that saves a loadout and updates the caches. A visitor becomes a guest with the first save. An expired session
 * leads to the sign-in page, and the session of another user is refused.
 */
function useSave() {
  const clients = useLockerClients();
  const { trpc, queryClient } = clients;
  const save = useMutation(trpc.loadout.save.mutationOptions(WITH_SESSION));
  const withSession = useWithSession();
  return async (editing: Editing): Promise<SavedLoadout> => {
    const { id, name, note, seenVersion, folderId } = editing;
    const written = { ...toContent(editing), name: name.trim(), note: note.trim() };
    const saved = await withSession(() => save.mutateAsync({ id, ...written, seenVersion, folderId }));
    queryClient.setQueryData(trpc.loadout.get.queryKey({ id }), saved);
    // Not awaited, because the draft must be deleted before the list shows the loadout and the user can open a new one.
    void updateCachedLoadouts(clients, (items) => [...items.filter((each) => each.id !== id), saved]);
    return saved;
  };
}

// The reason of a refused save, parsed from the thrown error.

/** The newer version of the loadout, which was saved elsewhere. */
export type Theirs = LoadoutContent & { version: number };

export type SaveProblem =
  | { kind: "illegal"; violations: readonly Violation[] }
  /** `theirs` is null if the loadout was deleted. */
  | { kind: "changed"; theirs: Theirs | null }
  | { kind: "other"; text: string };

export function getSaveProblem(error: unknown): SaveProblem {
  const refusal = getAppError(error);
  if (refusal?.code === "loadout_illegal")
    return { kind: "illegal", violations: parseViolations(refusal.details["violations"]) };
  if (refusal?.code === "loadout_changed") return { kind: "changed", theirs: parseTheirs(refusal.details["current"]) };
  return { kind: "other", text: getErrorText(error) };
}

function parseTheirs(current: unknown): Theirs | null {
  const read = readEditing({ ...Object(current), seenVersion: getProperty(current, "version") });
  return read && { ...toContent(read), version: read.seenVersion };
}

/** Returns the violations. Only `rule` is checked, as server and page are of the same release. */
const parseViolations = (value: unknown): readonly Violation[] =>
  Array.isArray(value) ? value.filter((one): one is Violation => typeof getProperty(one, "rule") === "string") : [];

export type DraftState = "none" | "saved" | "lost";

/**
 * Stores unsaved changes as a draft on this device, and deletes the draft when everything is saved. Shows a notice when the user
 * leaves the editor with a stored draft.
 */
export function useDraft(
  key: string,
  editing: Editing,
  isUnsaved: boolean,
  sent: RefObject<readonly LoadoutContent[]>,
): DraftState {
  const [state, setState] = useState<DraftState>("none");
  const lastKey = useRef(key);
  const [epoch] = useState(getSignOutEpoch);
  const { pendingMutations, isStored } = useOutbox();
  // If the outbox is only in memory, the draft must remain until the change is sent, as a reload would lose it.
  const isOfTab = !isStored && pendingMutations.some((change) => listTouchedIds(change).includes(editing.id));
  useEffect(() => {
    if (isOfTab && !isUnsaved) return;
    if (lastKey.current !== key) dropDraft(lastKey.current);
    lastKey.current = key;
    if (isUnsaved) {
      const draft: Editing = { ...editing, sent: sent.current };
      setState(storeDraft(key, DRAFT_VERSION, draft, epoch) ? "saved" : "lost");
      return;
    }
    dropDraft(key);
    setState("none");
  }, [key, editing, isUnsaved, isOfTab, epoch, sent]);
  useEffect(() => {
    // A sign-out in another tab deletes the draft.
    const checkDraft = () =>
      setState((now) => (now === "saved" && !readOwnDraft(key, DRAFT_VERSION, readEditing) ? "lost" : now));
    window.addEventListener("storage", checkDraft);
    return () => window.removeEventListener("storage", checkDraft);
  }, [key]);
  const isSaved = useRef(false);
  useEffect(() => {
    isSaved.current = isUnsaved && state === "saved";
  }, [isUnsaved, state]);
  useEffect(
    () => () => {
      if (isSaved.current) showToast(m.loadout_draft_stays());
    },
    [],
  );
  return state;
}

/** Deletes the draft if it equals the saved content; a draft with later changes remains. */
export function dropSavedDraft(key: string, saved: LoadoutContent): void {
  const draft = readOwnDraft(key, DRAFT_VERSION, readEditing);
  if (draft && isSameContent(draft, saved)) dropDraft(key);
}
