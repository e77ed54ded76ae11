// Ranks, score ladders and awards of Battlefield 4, as codes and targets, without the publisher's texts.
import { z } from "zod";

/** A rank and the total points it needs; rank 0 needs none. */
export const rank = z.object({
  rank: z.number().int().nonnegative(),
  points: z.number().nonnegative(),
  name: z.string().min(1),
  sourceId: z.string().min(1),
});

/** The items that a player unlocks with score of one kind. */
export const ladder = z.object({
  id: z.string().min(1),
  statCode: z.string().min(1),
  steps: z.array(z.object({ score: z.number().positive(), itemId: z.string(), name: z.string() })).nonempty(),
  sourceId: z.string().min(1),
});

/** A criterion of an award: the event `event` with the parameters x and y, `target` times. `statCode` is the statistic that counts it, if any. */
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
  /** Names the item as the arsenal does. */
  name: z.string().min(1),
  /** The award's name in the game, if that names its item otherwise. */
  gameName: z.string().min(1).optional(),
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

// The ways to unlock an item in Battlefield 4, from Battlelog.
const unlock = z.discriminatedUnion("kind", [
  /** A score on a ladder, e.g. 28,000 with assault rifles. */
  z.object({ kind: z.literal("score"), ladderId: z.string(), statCode: z.string(), score: z.number().positive() }),
  /** A number of kills with the weapon itself. */
  z.object({ kind: z.literal("kills"), statCode: z.string(), kills: z.number().positive() }),
  z.object({ kind: z.literal("rank"), rank: z.number().int().positive() }),
  /** An assignment or another award; `awardCode` is its code in the award list, `rawCode` the code in Battlelog. */
  z.object({ kind: z.literal("award"), awardCode: z.string().nullable(), rawCode: z.string() }),
  z.object({ kind: z.literal("battlepack"), license: z.string() }),
  z.object({ kind: z.literal("license"), license: z.string() }),
  z.object({ kind: z.literal("consumable") }),
]);

/** Empty if the item is available from the start; null if no source gives its unlocks. */
export const unlocks = z.array(unlock).nullable();

export type Unlock = z.infer<typeof unlock>;
