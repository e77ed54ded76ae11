import { useCallback, useState } from "react";
import { FAULTS } from "#domain/fault.ts";
import type { Violation } from "#domain/loadout/violation.ts";
import { newId } from "#web/client/new-id.ts";
import type { Saved } from "#web/features/loadout/answers.ts";
import { copyNameOf, nameProblem } from "#web/features/loadout/name.ts";
import { contentOf, type Editing } from "./editing.ts";
import { type SaveProblem, saveProblemOf, type Theirs } from "./save-problem.ts";
import { useSave } from "./use-save.ts";

/** What is saved beside its content. */
export const identityOf = ({ id, version, folderId }: Pick<Saved, "id" | "version" | "folderId">) => ({
  id,
  seenVersion: version,
  folderId,
});

type Attempt = {
  busy: boolean;
  /** A save was asked for, so an unfit name is told. */
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
export function useSaving(onSaved: (saved: Editing, submitted: Editing) => void): Saving {
  const saveIt = useSave();
  const [attempt, setAttempt] = useState(UNTRIED);

  const send = async (submitted: Editing) => {
    setAttempt({ ...UNTRIED, busy: true, tried: true });
    try {
      const saved = await saveIt(submitted);
      setAttempt({ ...UNTRIED, done: true });
      onSaved({ ...contentOf(saved), ...identityOf(saved) }, submitted);
    } catch (error) {
      setAttempt({ ...UNTRIED, tried: true, problem: saveProblemOf(error) });
    }
  };

  const save = async (editing: Editing, violations: readonly Violation[]) => {
    if (violations.length > 0) {
      setAttempt({ ...UNTRIED, tried: true, problem: { kind: "other", text: FAULTS.loadout_illegal.says } });
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
  return { ...mine, id: newId(), seenVersion: 0, ...(theirs && { name: copyNameOf(mine.name) }) };
}
