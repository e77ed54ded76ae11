import type { DamageProfile } from "#domain/game-data/schemas/damage.ts";

/**
 * Damage of one bullet or pellet to the chest at a distance in metres. Linear: max − (max − min) × (d − start) ÷
 * (end − start), held at max before the start and at min after the end. Steps: the last step begun.
 */
export function damageAt(profile: DamageProfile, distanceM: number): number {
  if (profile.kind === "steps") {
    const [first, ...others] = profile.steps;
    return others.reduce((reached, step) => (step.fromM <= distanceM ? step : reached), first).damage;
  }
  const { max, min, dropStartM, dropEndM } = profile;
  if (distanceM <= dropStartM) return max;
  if (distanceM >= dropEndM) return min;
  return max - ((max - min) * (distanceM - dropStartM)) / (dropEndM - dropStartM);
}
