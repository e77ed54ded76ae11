import { z } from "zod";

/** A game mode; `id` is its number or id in the statistics. */
export const mode = z.object({ id: z.string().min(1), name: z.string().min(1), sourceId: z.string().min(1) });

/** A map. `modeIds` is null if no source lists its modes. */
export const battlefield = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  modeIds: z.array(z.string()).nullable(),
  /** BF4: the expansion; "base" for the base game. */
  expansion: z.string().nullable(),
  /** 2042: ids in the statistics. `factions` are the two sides. */
  statIds: z.array(z.string()),
  factions: z.array(z.string()),
  sourceId: z.string().min(1),
});

export type Mode = z.infer<typeof mode>;
export type Battlefield = z.infer<typeof battlefield>;
