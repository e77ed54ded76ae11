import type { Combat } from "#domain/arsenal/combat.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import { sentenceOf } from "#domain/loadout/sentence.ts";
import { type Knowledge, useCatalogue, useKnowledge } from "#web/features/loadout/editor/use-knowledge.ts";

export type Words = Knowledge & {
  combat: Combat;
  /** What the rules have against it, a sentence each; empty until they may speak. */
  complaints: readonly string[];
};

/** What it takes to say a loadout in words, and what the rules say of it. */
export function useWords(loadout: Loadout): Words {
  const catalogue = useCatalogue(loadout.game);
  const weaponIds = isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId];
  const knowledge = useKnowledge(loadout.game, catalogue, weaponIds);
  const { armoury, isComplete } = knowledge;
  const violations = isComplete ? violationsOf(loadout, armoury) : [];
  const complaints = [...new Set(violations.map((violation) => sentenceOf(violation, armoury)))];
  return { ...knowledge, combat: catalogue.combat, complaints };
}
