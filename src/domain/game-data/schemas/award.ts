// Ranks, score ladders and awards of Battlefield 4, as codes and targets. The publisher's goal texts are left out.
import { z } from "zod";

/** `points` in total reach the rank; rank 0 needs none. */
export const rank = z.object({
  rank: z.number().int().nonnegative(),
  points: z.number().nonnegative(),
  name: z.string().min(1),
  sourceId: z.string().min(1),
});

/** Score of one kind, and the items it gives on the way. */
export const ladder = z.object({
  id: z.string().min(1),
  statCode: z.string().min(1),
  steps: z.array(z.object({ score: z.number().positive(), itemId: z.string(), name: z.string() })).nonempty(),
  sourceId: z.string().min(1),
});

/** One thing to do: `target` of the event `event` with the parameters x and y; `statCode` counts it, where one does. */
const criterion = z.object({
  statCode: z.string().min(1).nullable(),
  event: z.string().min(1),
  x: z.string().nullable(),
  y: z.string().nullable(),
  target: z.number().positive(),
  scope: z.enum(["ever", "round", "life", "level"]),
  unit: z.enum(["hours", "other"]).nullable(),
});

export const award = z.object({
  code: z.string().min(1),
  /** The campaign lists six awards that multiplayer lists too. */
  realm: z.enum(["mp", "sp"]),
  group: z.enum(["mission", "medals", "ribbons", "star", "dogtags", "ranks"]),
  name: z.string().min(1),
  license: z.string().nullable(),
  visible: z.boolean(),
  repeats: z.enum(["once", "once-per-round", "limited", "unlimited"]),
  index: z.number().int(),
  criteria: z.array(criterion),
  rewards: z.array(z.object({ itemId: z.string(), name: z.string() })),
  sourceId: z.string().min(1),
});

export type Rank = z.infer<typeof rank>;
export type Award = z.infer<typeof award>;

// What a player does to get an item in Battlefield 4; facts of Battlelog, in codes and numbers.
const unlock = z.discriminatedUnion("kind", [
  /** So much score on a ladder, e.g. 28,000 with assault rifles. */
  z.object({ kind: z.literal("score"), ladderId: z.string(), statCode: z.string(), score: z.number().positive() }),
  /** So many kills with the weapon itself. */
  z.object({ kind: z.literal("kills"), statCode: z.string(), kills: z.number().positive() }),
  z.object({ kind: z.literal("rank"), rank: z.number().int().positive() }),
  /** An assignment or another award; `awardCode` is a code of the award list, `rawCode` the one Battlelog wrote. */
  z.object({ kind: z.literal("award"), awardCode: z.string().nullable(), rawCode: z.string() }),
  z.object({ kind: z.literal("battlepack"), license: z.string() }),
  z.object({ kind: z.literal("license"), license: z.string() }),
  z.object({ kind: z.literal("consumable") }),
]);

/** Empty: available from the start. Null: no source gives it. */
export const unlocks = z.array(unlock).nullable();

export type Unlock = z.infer<typeof unlock>;
