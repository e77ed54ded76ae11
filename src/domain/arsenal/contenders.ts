import { ballisticsOf } from "./ballistics.ts";
import { type BodyHit, bodyMultiplierOf } from "./body.ts";
import type { Combat } from "./combat.ts";
import { fireOf, magazineOf } from "./fire.ts";
import { multipliersOf } from "./multipliers.ts";
import type { Contender } from "./sweep.ts";
import type { Weapon } from "./weapon.ts";

/** Whether reloads take their time where they are known, and what is hit that is not the head. */
export type ContenderTerms = BodyHit & { reloads: boolean };

/**
 * What a sweep may try of these weapons: each as issued, in 2042 with each pair of barrel and ammunition of its sheet,
 * a pair once. Left out is what lacks a public damage, pellet count or multiplier.
 */
export function contendersOf(weapons: Iterable<Weapon>, combat: Combat, terms: ContenderTerms): readonly Contender[] {
  return [...weapons].flatMap((weapon) => pairsOf(weapon).flatMap((pair) => contenderOf(weapon, combat, pair, terms)));
}

function pairsOf(weapon: Weapon): readonly Contender["configuration"][] {
  if (weapon.game === "bf4") return [null];
  const pairs = weapon.configurations.map(({ barrel, ammunition }) => ({ barrel, ammunition }));
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

function contenderOf(
  weapon: Weapon,
  combat: Combat,
  configuration: Contender["configuration"],
  terms: ContenderTerms,
): readonly Contender[] {
  const build = ballisticsOf(weapon, configuration ?? {});
  const bodyMultiplier = bodyMultiplierOf(multipliersOf(weapon, combat), terms);
  if (!build?.damage || build.pellets === null || bodyMultiplier === null) return [];
  const { damage, pellets, headMultiplier } = build;
  const magazine = terms.reloads ? magazineOf(build) : null;
  const fire = fireOf(build);
  return [{ weaponId: weapon.id, configuration, damage, pellets, headMultiplier, bodyMultiplier, fire, magazine }];
}
