// What every field of the editor works with.
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { describeInSentence } from "#messages/loadout/violation.ts";
import type { StepOptions } from "#web/features/loadout/editor/history/use-history.ts";
import type { Listed, WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import type { ChoiceValidator } from "./editing.ts";

export type EditorContext = {
  armoury: Armoury;
  weapons: readonly Listed[];
  answers: ReadonlyMap<string, WeaponAnswer>;
  /** Weapons and answers with the figures of the chosen patch; those on their way are missing. */
  shown: { weapons: readonly Listed[]; answers: ReadonlyMap<string, WeaponAnswer> };
  violations: readonly Violation[];
  validate: ChoiceValidator;
  combat: Combat;
  /** What is left to unlock of what is picked, in words, by the id of its target. */
  remainderTexts: ReadonlyMap<string, string>;
  /** Makes the loadout this one, as one step. */
  change: (loadout: Loadout, options?: StepOptions) => void;
  /** The loadout with this violation mended; null where no one change does. */
  fixOf: (violation: Violation) => Loadout | null;
};

/** Violations of one slot; those about one place for parts stand there instead. */
export function getViolationsAt({ violations }: EditorContext, slot: string, partSlot?: string): readonly Violation[] {
  return violations.filter(
    (violation) =>
      "slot" in violation &&
      violation.slot === slot &&
      ("partSlot" in violation ? violation.partSlot : undefined) === partSlot,
  );
}

export const saying = (violation: Violation, { armoury }: Pick<EditorContext, "armoury">): string =>
  describeInSentence(violation, armoury);
