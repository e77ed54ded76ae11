// What progress in Battlefield 4 is counted in. A counter is known or missing; missing is never 0.

/** Keys of `Statistics.counters`, in one form for every source. */
export const counter = {
  /** Kills with a weapon or gadget, by the arsenal's id. */
  kills: (weaponId: string) => `kills:${weaponId}`,
  /** Score on a ladder, by the arsenal's id of the ladder. */
  score: (ladderId: string) => `score:${ladderId}`,
  /** Points that count toward the rank, in total. */
  rankPoints: "rankPoints",
  /** How often an award was earned, by its code in lower case. */
  award: (code: string) => `award:${code.toLowerCase()}`,
  /** What a criterion of an award counts, by its code of the statistics. */
  stat: (statCode: string) => `stat:${statCode}`,
} as const;
