// How long a bullet is on its way, and how far it falls.

export type Flight = {
  ms: number;
  /** Metres below a level line of sight; null where no gravity is known. */
  dropM: number | null;
};

/**
 * The flight of a bullet without drag: t = d ÷ v, drop = g × t² ÷ 2. Season 2 lists a drag for each weapon, but no
 * source gives the law by which it slows a bullet, so drag is ignored; it is 0 for all but the NTW-50. Gravity is known
 * for Season 2 only.
 */
export function getFlight(distanceM: number, velocityMps: number, gravityMps2: number | null = null): Flight {
  const seconds = distanceM / velocityMps;
  return { ms: seconds * 1000, dropM: gravityMps2 === null ? null : (gravityMps2 * seconds ** 2) / 2 };
}
