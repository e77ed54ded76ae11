import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { isSameContent, isVehicleLoadout, type Loadout, type LoadoutContent } from "#domain/loadout/loadout.ts";
import { withRecord } from "#domain/loadout/record.ts";
import { findFix } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { m } from "#messages";
import { useFiguresAt, useFiguresLayer } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { type Change, type Proposal, useHistory } from "#web/features/loadout/editor/history/use-history.ts";
import { dropSavedDraft, type Saving, useDraft, useSaving } from "#web/features/loadout/editor/saving/use-saving.ts";
import { useUnlocks } from "#web/features/loadout/unlocks.tsx";
import { createValidator, type Editing, getDraftKey } from "./editing.ts";
import type { EditorContext } from "./editor-context.ts";
import { type Catalogue, useWeaponData, type WeaponData } from "./use-weapon-data.ts";

export type Opened = {
  game: GameId;
  catalogue: Catalogue;
  draftKey: string;
  /** Unsaved work found on this device. */
  draft: Editing | null;
  /** What is saved, or what a new loadout begins with. */
  base: Editing;
  /** A change made before the editor opened; it stands unsaved as the first step. */
  proposal?: Proposal | null;
  onSaved: (id: string) => void;
};

/** The state of an open editor: the loadout as it stands, its steps, what the rules say, its draft, its saving. */
export function useEditor({ game, catalogue, draftKey, draft, base: first, proposal = null, onSaved }: Opened) {
  const [base, setBase] = useState(first);
  const history = useHistory(draft ?? first, proposal);
  const [isRestored, setRestored] = useState(draft !== null && proposal === null);
  const { editing, present } = history;
  const { loadout } = present;
  const knowledge = useWeaponData(game, catalogue, getWeaponIds(loadout));
  const isUnsaved = !isSameContent(present, base);
  const { layer } = useFiguresLayer(game);
  const key = base.seenVersion === 0 ? draftKey : getDraftKey(game, { edit: base.id });
  const sent = useRef<readonly LoadoutContent[]>(draft?.sent ?? []);
  const draftState = useDraft(key, editing, isUnsaved, sent);
  const isOpen = useIsOpen();
  const saving = useSaving(sent, (saved, submitted) => {
    // A user who has left the editor is not brought back.
    if (!isOpen.current) return dropSavedDraft(key, submitted);
    setBase(saved);
    history.settle(saved, submitted);
    setRestored(false);
    onSaved(saved.id);
  });
  const { forget } = saving;
  const { change: changeSteps } = history;
  const change: Change = useCallback(
    (changes, options) => {
      forget();
      changeSteps(changes, options);
    },
    [forget, changeSteps],
  );
  const unlocks = useUnlocks(loadout);
  const shown = useFiguresAt(game, layer, { weapons: catalogue.weapons, answers: knowledge.answers });
  const context = useDesk(
    loadout,
    catalogue,
    { ...knowledge, shown, remainderTexts: unlocks.wordsById },
    saving,
    change,
  );
  const saveAs = (next: Editing) => {
    history.put(next, { label: m.common_save() });
    return saving.save({ ...next, loadout: withRecord(next.loadout, layer) }, context.violations);
  };
  /** What is saved in place of what is here, as a step that can be taken back. */
  const begin = (next: Editing, label: string) => {
    setBase(next);
    history.put(next, { label });
    setRestored(false);
  };
  const step = (way: "undo" | "redo") => {
    forget();
    history.step(way, knowledge.armoury);
  };
  return {
    base,
    editing,
    history,
    isRestored,
    isUnsaved,
    draftState,
    knowledge,
    layer,
    saving,
    saveAs,
    change,
    begin,
    step,
    context,
    unlocks,
  };
}

function useIsOpen() {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

/** The weapons whose parts the rules and the figures ask for. */
export const getWeaponIds = (loadout: Loadout): readonly (string | null)[] =>
  isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId];

function useDesk(
  loadout: Loadout,
  { weapons, combat }: Catalogue,
  {
    armoury,
    answers,
    isComplete,
    shown,
    remainderTexts,
  }: Pick<WeaponData, "armoury" | "answers" | "isComplete"> & Pick<EditorContext, "shown" | "remainderTexts">,
  { problem }: Saving,
  change: Change,
): EditorContext {
  return useMemo(() => {
    const violations = isComplete ? findViolations(loadout, armoury) : [];
    const refused = problem?.kind === "illegal" ? problem.violations : [];
    const all = new Map([...violations, ...refused].map((violation) => [JSON.stringify(violation), violation]));
    return {
      armoury,
      weapons,
      combat,
      answers,
      shown,
      violations: [...all.values()],
      validate: createValidator(loadout, armoury),
      remainderTexts,
      change: (next, options) => change({ loadout: next }, options),
      fixOf: (violation) => findFix(violation, loadout, armoury),
    };
  }, [loadout, weapons, combat, armoury, answers, isComplete, shown, remainderTexts, problem, change]);
}
