import { useCallback, useMemo, useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import type { Desk } from "./desk.ts";
import { draftKeyOf, type Editing } from "./editing.ts";
import { judgeOf, mended } from "./judge.ts";
import { useDraft } from "./use-draft.ts";
import { type Catalogue, useKnowledge } from "./use-knowledge.ts";
import { type Saving, useSaving } from "./use-saving.ts";

export type Opened = {
  game: GameId;
  catalogue: Catalogue;
  draftKey: string;
  /** Unsaved work found on this device. */
  draft: Editing | null;
  /** What is saved, or what a new loadout begins with. */
  base: Editing;
  onSaved: (id: string) => void;
};

/** The state of an open editor: the loadout as it stands, what the rules say of it, its draft, its saving. */
export function useEditor({ game, catalogue, draftKey, draft, base: first, onSaved }: Opened) {
  const [base, setBase] = useState(first);
  const [editing, setEditing] = useState(draft ?? first);
  const [isRestored, setRestored] = useState(draft !== null);
  const { loadout } = editing;
  const knowledge = useKnowledge(game, catalogue, [loadout.primary.weaponId, loadout.sidearm.weaponId]);
  const isUnsaved = JSON.stringify(editing) !== JSON.stringify(base);
  const key = base.seenVersion === 0 ? draftKey : draftKeyOf(game, { edit: base.id });
  const draftState = useDraft(key, editing, isUnsaved);
  const begin = useCallback((next: Editing) => {
    setBase(next);
    setEditing(next);
    setRestored(false);
  }, []);
  const saving = useSaving((saved, submitted) => {
    setBase(saved);
    setEditing((now) => (now === submitted ? saved : { ...now, id: saved.id, seenVersion: saved.seenVersion }));
    setRestored(false);
    onSaved(saved.id);
  });
  const { forget } = saving;
  const change = useCallback(
    (changes: Partial<Editing>) => {
      forget();
      setEditing((now) => ({ ...now, ...changes }));
    },
    [forget],
  );
  const desk = useDesk(loadout, catalogue, knowledge, saving, change);
  const saveAs = (next: Editing) => {
    setEditing(next);
    return saving.save(next, desk.violations);
  };
  return { base, editing, isRestored, isUnsaved, draftState, knowledge, saving, saveAs, change, begin, desk };
}

function useDesk(
  loadout: Loadout,
  { weapons }: Catalogue,
  { armoury, answers, isComplete }: ReturnType<typeof useKnowledge>,
  { problem }: Saving,
  change: (changes: Partial<Editing>) => void,
): Desk {
  return useMemo(() => {
    const found = isComplete ? violationsOf(loadout, armoury) : [];
    const refused = problem?.kind === "illegal" ? problem.violations : [];
    const all = new Map([...found, ...refused].map((violation) => [JSON.stringify(violation), violation]));
    return {
      armoury,
      weapons,
      answers,
      violations: [...all.values()],
      judge: judgeOf(loadout, armoury),
      change: (next) => change({ loadout: next }),
      mend: (violation) => change({ loadout: mended(loadout, violation, armoury) }),
    };
  }, [loadout, weapons, armoury, answers, isComplete, problem, change]);
}
