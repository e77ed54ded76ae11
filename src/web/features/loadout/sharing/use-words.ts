import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { describeInSentence } from "#domain/loadout/description/sentence.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { useCatalogue, useWeaponData, type WeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";

export type Words = WeaponData & {
  combat: Combat;
  /** What the rules have against it, a sentence each; empty until they may speak. */
  complaints: readonly string[];
};

/** What it takes to say a loadout in words, and what the rules say of it. */
export function useWords(loadout: Loadout): Words {
  const catalogue = useCatalogue(loadout.game);
  const weaponIds = isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId];
  const knowledge = useWeaponData(loadout.game, catalogue, weaponIds);
  const { armoury, isComplete } = knowledge;
  const violations = isComplete ? findViolations(loadout, armoury) : [];
  const complaints = [...new Set(violations.map((violation) => describeInSentence(violation, armoury)))];
  return { ...knowledge, combat: catalogue.combat, complaints };
}
