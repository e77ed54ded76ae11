// Battlelog's rules about Battlefield 4 items that exclude each other.
import { z } from "zod";

export const compatibility = z.discriminatedUnion("kind", [
  /** The part goes with none of `partIds`. */
  z.object({ kind: z.literal("excludes"), itemId: z.string(), partIds: z.array(z.string()).nonempty() }),
  /** The accessory works only with one of these optics. */
  z.object({ kind: z.literal("needs"), itemId: z.string(), partIds: z.array(z.string()).nonempty() }),
  /** A kit carries one item of a category. */
  z.object({ kind: z.literal("category"), itemId: z.string(), category: z.string() }),
  /** Battlelog lists the item and demands nothing of it. */
  z.object({ kind: z.literal("free"), itemId: z.string() }),
]);

export type Compatibility = z.infer<typeof compatibility>;
