import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { isSameContent, isVehicleLoadout, type Loadout, type LoadoutContent } from "#domain/loadout/loadout.ts";
import { withRecord } from "#domain/loadout/record.ts";
import { findFix } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { getTarget } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { useFiguresAt, useFiguresLayer } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { useWatch } from "#web/features/loadout/editor/figures/figures-pane.tsx";
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
  /** The draft on this device. */
  draft: Editing | null;
  /** The saved loadout, or the initial content of a new loadout. */
  base: Editing;
  /** A change to apply as the first, unsaved step. */
  proposal?: Proposal | null;
  onSaved: (id: string) => void;
};

/** Returns the state of the editor: the edited loadout, its history, violations, draft and saving. */
export function useEditor({ game, catalogue, draftKey, draft, base: first, proposal = null, onSaved }: Opened) {
  const [base, setBase] = useState(first);
  const history = useHistory(draft ?? first, proposal);
  const [isRestored, setRestored] = useState(draft !== null && proposal === null);
  const { editing, present } = history;
  const { loadout } = present;
  const weaponData = useWeaponData(game, catalogue, getWeaponIds(loadout));
  const isUnsaved = !isSameContent(present, base);
  const { layer } = useFiguresLayer(game);
  const key = base.seenVersion === 0 ? draftKey : getDraftKey(game, { edit: base.id });
  const sent = useRef<readonly LoadoutContent[]>(draft?.sent ?? []);
  const draftState = useDraft(key, editing, isUnsaved, sent);
  const isOpen = useIsOpen();
  const saving = useSaving(sent, (saved, submitted) => {
    // If the user has left the editor, only the draft is deleted.
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
  const shown = useFiguresAt(game, layer, { ...weaponData, weapons: catalogue.weapons });
  const [isOpening, setOpening] = useState(true);
  if (isOpening && (weaponData.isComplete || weaponData.error !== null)) setOpening(false);
  const context = useEditorContext(
    loadout,
    catalogue,
    { ...weaponData, shown, isOpening, remainderTexts: unlocks.wordsById },
    saving,
    change,
  );
  const [watch, onWatch] = useWatch(game);
  const { scenario } = watch;
  const target = useMemo(() => getTarget(scenario, catalogue.combat), [scenario, catalogue.combat]);
  const saveAs = (next: Editing) => {
    history.put(next, { label: m.common_save() });
    return saving.save({ ...next, loadout: withRecord(next.loadout, layer) }, context.violations);
  };
  /** Replaces the edited loadout with a saved one, as a step that can be undone. */
  const begin = (next: Editing, label: string) => {
    setBase(next);
    history.put(next, { label });
    setRestored(false);
  };
  const step = (way: "undo" | "redo") => {
    forget();
    history.step(way, weaponData.armoury);
  };
  return {
    base,
    key,
    editing,
    history,
    watch,
    onWatch,
    isRestored,
    isUnsaved,
    draftState,
    knowledge: weaponData,
    layer,
    saving,
    saveAs,
    change,
    begin,
    step,
    context,
    target,
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

/** Returns the weapons whose parts the rules and figures need. */
export const getWeaponIds = (loadout: Loadout): readonly (string | null)[] =>
  isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId];

function useEditorContext(
  loadout: Loadout,
  { weapons, combat }: Catalogue,
  {
    armoury,
    responses,
    failures,
    isComplete,
    shown,
    isOpening,
    remainderTexts,
  }: Pick<WeaponData, "armoury" | "responses" | "failures" | "isComplete"> &
    Pick<EditorContext, "shown" | "isOpening" | "remainderTexts">,
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
      responses,
      failures,
      shown,
      isOpening,
      violations: [...all.values()],
      validate: createValidator(loadout, armoury),
      remainderTexts,
      change: (next, options) => change({ loadout: next }, options),
      getFix: (violation) => findFix(violation, loadout, armoury),
    };
  }, [
    loadout,
    weapons,
    combat,
    armoury,
    responses,
    failures,
    isComplete,
    shown,
    isOpening,
    remainderTexts,
    problem,
    change,
  ]);
}
