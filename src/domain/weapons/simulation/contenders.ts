import type { Weapon } from "#domain/game-data/arsenal.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getFire, getMagazine } from "#domain/weapons/fire.ts";
import { type BodyHit, getBodyMultiplier, getMultipliers } from "#domain/weapons/hit-zones.ts";
import type { Contender } from "./sweep.ts";

/** Whether reloads take their time where they are known, and what is hit that is not the head. */
export type ContenderTerms = BodyHit & { reloads: boolean };

/**
 * What a sweep may try of these weapons: each as issued, in 2042 with each pair of barrel and ammunition of its sheet.
 * Left out is what lacks a public damage, pellet count or multiplier.
 */
export function listContenders(weapons: Iterable<Weapon>, combat: Combat, terms: ContenderTerms): readonly Contender[] {
  return [...weapons].flatMap((weapon) =>
    getPairs(weapon).flatMap((pair) => getContender(weapon, combat, pair, terms)),
  );
}

function getPairs(weapon: Weapon): readonly Contender["configuration"][] {
  if (weapon.game === "bf4") return [null];
  return weapon.configurations.map(({ barrel, ammunition }) => ({ barrel, ammunition }));
}

function getContender(
  weapon: Weapon,
  combat: Combat,
  configuration: Contender["configuration"],
  terms: ContenderTerms,
): readonly Contender[] {
  const build = getBallistics(weapon, configuration ?? {});
  const bodyMultiplier = getBodyMultiplier(getMultipliers(weapon, combat), terms);
  if (!build?.damage || build.pellets === null || bodyMultiplier === null) return [];
  const { damage, pellets, headMultiplier } = build;
  const magazine = terms.reloads ? getMagazine(build) : null;
  const fire = getFire(build);
  return [{ weaponId: weapon.id, configuration, damage, pellets, headMultiplier, bodyMultiplier, fire, magazine }];
}
