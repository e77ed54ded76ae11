import { z } from "zod";

/** A mode of play and the number or id the statistics know it by. */
export const mode = z.object({ id: z.string().min(1), name: z.string().min(1), sourceId: z.string().min(1) });

/** A battlefield. `modeIds` is null where no source lists its modes. */
export const battlefield = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  modeIds: z.array(z.string()).nullable(),
  /** BF4: the expansion, "base" for the game as sold. */
  expansion: z.string().nullable(),
  /** 2042: ids of the statistics, and the two sides. */
  statIds: z.array(z.string()),
  factions: z.array(z.string()),
  sourceId: z.string().min(1),
});

export type Mode = z.infer<typeof mode>;
export type Battlefield = z.infer<typeof battlefield>;
