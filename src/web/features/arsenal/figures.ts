// What a weapon does at a distance, as the arsenal's columns and charts show it.
import { damageAt } from "#domain/arsenal/damage-at.ts";
import { shotsToKill, timeToKillMs } from "#domain/arsenal/lethality.ts";
import type { WeaponSummary } from "#domain/arsenal/summary.ts";
import type { HeadHits, HealthId } from "./terms.ts";

/** Each is null where a figure it needs is not public. */
export type Lethality = { damage: number | null; shots: number | null; ttkMs: number | null };

export type Target = { rangeM: number; head: HeadHits; health: HealthId };

/** Health of a soldier; hardcore is a setting of Battlefield 4's servers. */
export const HIT_POINTS = { normal: 100, hardcore: 60 } as const satisfies Record<HealthId, number>;

export type Lethal = Pick<WeaponSummary, "damage" | "pellets" | "headMultiplier" | "rateOfFireRpm">;

/** Damage of one bullet, hits and time to kill at a range. */
export function lethalityAt(weapon: Lethal, target: Target): Lethality {
  if (!weapon.damage) return { damage: null, shots: null, ttkMs: null };
  const damage = damageAt(weapon.damage, target.rangeM);
  const shots = shotsAt(weapon, damage, target);
  return { damage, shots, ttkMs: shots === null ? null : ttkOf(shots, weapon.rateOfFireRpm) };
}

/** One hit takes no time, whatever the rate of fire. */
const ttkOf = (shots: number, rpm: number | null): number | null => (shots === 1 ? 0 : timeToKillMs(shots, rpm));

function shotsAt({ pellets, headMultiplier }: Lethal, damage: number, { head, health }: Target): number | null {
  if (pellets === null) return null;
  const body = { health: HIT_POINTS[health], damage, pellets };
  if (head === "0") return shotsToKill(body);
  if (headMultiplier === null) return null;
  return shotsToKill({ ...body, headMultiplier, headHits: head === "all" ? Number.POSITIVE_INFINITY : Number(head) });
}

/** Damage of one bullet at its greatest and its least. */
export function damageEndsOf({ damage }: Pick<Lethal, "damage">): { max: number; min: number } | null {
  if (!damage) return null;
  if (damage.kind === "linear") return { max: damage.max, min: damage.min };
  const values = damage.steps.map((step) => step.damage);
  return { max: Math.max(...values), min: Math.min(...values) };
}
