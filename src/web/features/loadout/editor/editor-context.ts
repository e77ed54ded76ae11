// The data and functions that every field of the editor uses.

import { createContext, use } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import type { ShownFigures } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import type { StepOptions } from "#web/features/loadout/editor/history/use-history.ts";
import type { ListedWeapon } from "#web/features/loadout/loadout-search.ts";
import type { ChoiceValidator } from "./editing.ts";
import type { WeaponResponses } from "./use-weapon-data.ts";

export type EditorContext = WeaponResponses & {
  armoury: Armoury;
  weapons: readonly ListedWeapon[];
  /** The weapons and responses with the figures of the chosen patch. */
  shown: ShownFigures;
  /** Whether the weapons' parts are loading for the first time, so that their places are empty. */
  isOpening: boolean;
  violations: readonly Violation[];
  validate: ChoiceValidator;
  combat: Combat;
  /** The remaining amounts of the chosen items' unlocks as text, by target id. */
  remainderTexts: ReadonlyMap<string, string>;
  /** Replaces the loadout as one undo step. */
  change: (loadout: Loadout, options?: StepOptions) => void;
  /** Returns the loadout with this violation fixed; null if no single change fixes it. */
  getFix: (violation: Violation) => Loadout | null;
};

/** What the choices are compared against. It is not part of the context, so that the slots are not rendered again when it changes. */
export const TargetContext = createContext<Target | null>(null);

export function useTarget(): Target {
  const target = use(TargetContext);
  if (!target) throw new Error("no_target");
  return target;
}

/** Returns the violations of a slot without those of its part slots, or the violations of a part slot. */
export function listSlotViolations(
  { violations }: EditorContext,
  slot: string,
  partSlot?: string,
): readonly Violation[] {
  return violations.filter(
    (violation) =>
      "slot" in violation &&
      violation.slot === slot &&
      ("partSlot" in violation ? violation.partSlot : undefined) === partSlot,
  );
}

export const formatViolation = (violation: Violation, { armoury }: Pick<EditorContext, "armoury">): string =>
  describeViolation(violation, armoury);
