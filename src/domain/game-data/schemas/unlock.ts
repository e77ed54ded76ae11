// What a player does to get an item in Battlefield 4; facts of Battlelog, in codes and numbers.
import { z } from "zod";

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
