import { type Fire, type Magazine, shotAtMs } from "#domain/weapons/fire.ts";
import { type Hit, shotsToKill } from "./lethality.ts";

type TimeToKill = {
  shots: number;
  /** From the first shot to the last; 0 where the first hit kills, null without a public rate of fire. */
  ms: number | null;
};

/** The shots to kill, every shot hitting, and the instant of the last. Flight of the bullet comes on top. */
export function timeToKill(hit: Hit, fire: Fire | null, magazine: Magazine | null = null): TimeToKill {
  const shots = shotsToKill(hit);
  return { shots, ms: getMs(shots, fire, magazine) };
}

/** The instant of the shot that kills: one shot needs no rate of fire. */
export function getMs(shots: number, fire: Fire | null, magazine: Magazine | null = null): number | null {
  if (shots === 1) return 0;
  return fire && shotAtMs(fire, shots, magazine);
}
