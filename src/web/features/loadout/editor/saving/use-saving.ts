import { useMutation } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { isSameContent, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { changeLocker, useLockerClients } from "#web/data/gathered-locker.ts";
import { listTouchedIds, useOutbox } from "#web/data/offline/pending.ts";
import { dropDraft, keepDraft, readOwnDraft, signOutEpoch } from "#web/data/offline/typed/drafts.ts";
import { getAppError, getErrorText, getProperty } from "#web/data/problem.ts";
import { useWithSession, WITH_SESSION } from "#web/data/session/ensure-session.ts";
import { newId } from "#web/data/stores/new-id.ts";
import {
  DRAFT_VERSION,
  type Editing,
  getCopyName,
  MAX_SENT,
  nameProblem,
  readEditing,
  wasSent,
} from "#web/features/loadout/editor/editing.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** What is saved beside its content. */
export const getIdentity = ({ id, version, folderId }: Pick<Saved, "id" | "version" | "folderId">) => ({
  id,
  seenVersion: version,
  folderId,
});

type Attempt = {
  busy: boolean;
  /** Save was tried, so an invalid name is shown. */
  tried: boolean;
  done: boolean;
  problem: SaveProblem | null;
};

const UNTRIED: Attempt = { busy: false, tried: false, done: false, problem: null };

export type Resolution = "mine" | "both";

export type Saving = Attempt & {
  save: (editing: Editing, violations: readonly Violation[]) => Promise<void>;
  /** Clears what the last attempt said; called with each change. */
  forget: () => void;
};

/** Attempts to save, one at a time, and what they came to. */
export function useSaving(
  sent: RefObject<readonly LoadoutContent[]>,
  onSaved: (saved: Editing, submitted: Editing) => void,
): Saving {
  const saveIt = useSave();
  const [attempt, setAttempt] = useState(UNTRIED);

  const send = async (submitted: Editing): Promise<void> => {
    setAttempt({ ...UNTRIED, busy: true, tried: true });
    const sentBefore = sent.current;
    sent.current = [...sentBefore, toContent(submitted)].slice(-MAX_SENT);
    try {
      const saved = await saveIt(submitted);
      setAttempt({ ...UNTRIED, done: true });
      onSaved({ ...toContent(saved), ...getIdentity(saved) }, submitted);
    } catch (error) {
      const problem = getSaveProblem(error);
      if (problem.kind === "changed" && problem.theirs && wasSent(problem.theirs, sentBefore)) {
        // What stands there is an earlier save of this editor, whose answer was lost.
        return send({ ...submitted, seenVersion: problem.theirs.version });
      }
      setAttempt({ ...UNTRIED, tried: true, problem });
    }
  };

  const save = async (editing: Editing, violations: readonly Violation[]) => {
    if (violations.length > 0) {
      setAttempt({ ...UNTRIED, tried: true, problem: { kind: "other", text: ERRORS.loadout_illegal.message() } });
    } else if (nameProblem(editing.name)) setAttempt({ ...UNTRIED, tried: true });
    else await send(editing);
  };

  const forget = useCallback(
    () => setAttempt((now) => (now.problem || now.done ? { ...UNTRIED, tried: now.tried } : now)),
    [],
  );
  return { ...attempt, save, forget };
}

/** What to save after a conflict: mine over theirs, or as another loadout beside it. */
export function resolved(mine: Editing, theirs: Theirs | null, how: Resolution): Editing {
  if (how === "mine" && theirs) return { ...mine, seenVersion: theirs.version };
  return { ...mine, id: newId(), seenVersion: 0, ...(theirs && { name: getCopyName(mine.name) }) };
}

/**
 * Saves a loadout. A visitor without a session becomes a guest at the first save; a session that has expired since is
 * for the sign-in page, and another person's is refused. The answer is in the caches of list and loadout.
 */
function useSave() {
  const clients = useLockerClients();
  const { trpc, queryClient } = clients;
  const save = useMutation(trpc.loadout.save.mutationOptions(WITH_SESSION));
  const withSession = useWithSession();
  return async (editing: Editing): Promise<Saved> => {
    const { id, name, note, seenVersion, folderId } = editing;
    const written = { ...toContent(editing), name: name.trim(), note: note.trim() };
    const saved = await withSession(() => save.mutateAsync({ id, ...written, seenVersion, folderId }));
    queryClient.setQueryData(trpc.loadout.get.queryKey({ id }), saved);
    // Not awaited: the draft has to be dropped before anybody sees the loadout in the list, and can leave for a new one.
    void changeLocker(clients, (items) => [...items.filter((one) => one.id !== id), saved]);
    return saved;
  };
}

// Why a save was refused, out of whatever was thrown.

/** The loadout as it was saved elsewhere in the meantime. */
export type Theirs = LoadoutContent & { version: number };

export type SaveProblem =
  | { kind: "illegal"; violations: readonly Violation[] }
  /** `theirs` is null where the loadout is gone. */
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

/** The server and this page come from one release; only the mark of a violation is checked. */
const parseViolations = (value: unknown): readonly Violation[] =>
  Array.isArray(value) ? value.filter((one): one is Violation => typeof getProperty(one, "rule") === "string") : [];

export type DraftState = "none" | "saved" | "lost";

/**
 * Stores unsaved work on this device with each change and drops it when nothing is unsaved. Leaving with unsaved work
 * shows a notice that it stays.
 */
export function useDraft(
  key: string,
  editing: Editing,
  isUnsaved: boolean,
  sent: RefObject<readonly LoadoutContent[]>,
): DraftState {
  const [state, setState] = useState<DraftState>("none");
  const lastKey = useRef(key);
  const [epoch] = useState(signOutEpoch);
  const { pendingMutations, isStored } = useOutbox();
  // Until it is sent, the draft is all that a reload would leave of it.
  const isOfTab = !isStored && pendingMutations.some((change) => listTouchedIds(change).includes(editing.id));
  useEffect(() => {
    if (isOfTab && !isUnsaved) return;
    if (lastKey.current !== key) dropDraft(lastKey.current);
    lastKey.current = key;
    if (isUnsaved) {
      const draft: Editing = { ...editing, sent: sent.current };
      setState(keepDraft(key, DRAFT_VERSION, draft, epoch) ? "saved" : "lost");
      return;
    }
    dropDraft(key);
    setState("none");
  }, [key, editing, isUnsaved, isOfTab, epoch, sent]);
  useEffect(() => {
    // A sign-out in another tab removes it.
    const look = () =>
      setState((now) => (now === "saved" && !readOwnDraft(key, DRAFT_VERSION, readEditing) ? "lost" : now));
    window.addEventListener("storage", look);
    return () => window.removeEventListener("storage", look);
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

/** Deletes the draft if it equals what was saved; later changes stay. */
export function dropSavedDraft(key: string, saved: LoadoutContent): void {
  const draft = readOwnDraft(key, DRAFT_VERSION, readEditing);
  if (draft && isSameContent(draft, saved)) dropDraft(key);
}
