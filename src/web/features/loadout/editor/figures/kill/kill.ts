// How a build kills: at one range, and over all of them. Null wherever a figure it needs is not public.
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { damageAt, getFire } from "#domain/weapons/fire.ts";
import { type Spread, shotsAtHitRate, timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { shotsLine } from "#domain/weapons/lethality/kill-line.ts";
import { type Landing, shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import { RANGE_M, type Target } from "#web/features/loadout/editor/figures/aim.ts";

type Lethal = Pick<Ballistics, "damage" | "pellets" | "headMultiplier" | "rateOfFireRpm" | "magazine">;

export type Kill = {
  /** Of one bullet or pellet to the chest. */
  damage: number | null;
  /** Hits that kill, and the shots they take at the hit rate. */
  hits: number | null;
  shots: Spread | null;
  /** Milliseconds from the first shot to the one that kills. */
  time: Spread | null;
  /** Soldiers one magazine kills: whole ones where every shot hits, else the mean. */
  magazineKills: number | null;
};

export function killAt(build: Lethal, target: Target): Kill {
  const damage = build.damage && damageAt(build.damage, target.rangeM);
  const landing = getLanding(build, target);
  const { hitPoints, hitRate } = target;
  const hits =
    damage === null || landing === null || hitPoints === null
      ? null
      : shotsToKill({ ...landing, health: hitPoints, damage });
  if (hits === null) return { damage, hits, shots: null, time: null, magazineKills: null };
  return {
    damage,
    hits,
    shots: shotsAtHitRate(hits, hitRate),
    time: timeAtHitRate(hits, hitRate, getFire(build)),
    magazineKills: getMagazineKills(build.magazine, hits, hitRate),
  };
}

function getMagazineKills(magazine: number | null, hits: number, hitRate: number): number | null {
  if (magazine === null) return null;
  return hitRate === 1 ? Math.floor(magazine / hits) : (magazine * hitRate) / hits;
}

/** From a distance on, up to the next: the time to kill. */
export type KillStretch = { fromM: number; time: Spread | null };

/** The times to kill by distance, nearest first, as far as the controls reach; empty without public figures. */
export function getKillLine(build: Lethal, target: Target): readonly KillStretch[] {
  const landing = getLanding(build, target);
  const { hitPoints, hitRate } = target;
  if (!build.damage || !landing || hitPoints === null) return [];
  return shotsLine(build.damage, hitPoints, landing)
    .filter(({ fromM }) => fromM <= RANGE_M.max)
    .map(({ fromM, shots }) => ({ fromM, time: timeAtHitRate(shots, hitRate, getFire(build)) }));
}

function getLanding({ pellets, headMultiplier }: Lethal, { head }: Target): Landing | null {
  if (pellets === null) return null;
  if (head === "0") return { pellets };
  if (headMultiplier === null) return null;
  return { pellets, headMultiplier, headHits: head === "all" ? Number.POSITIVE_INFINITY : 1 };
}
