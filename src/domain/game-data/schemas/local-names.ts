// The names that a game has in another language, where they differ from the English ones.
import { z } from "zod";

const namesById = z.record(z.string(), z.string().min(1)).readonly();

/** By id; attachments of Battlefield 4 by the id of their type. */
export const bf4LocalNames = z.object({
  attachments: namesById,
  gadgets: namesById,
  maps: namesById,
  vehicleParts: namesById,
  vehicles: namesById,
});

/** By id; armament by its asset. */
export const bf2042LocalNames = z.object({
  armament: namesById,
  attachments: namesById,
  gadgets: namesById,
  maps: namesById,
  vehicles: namesById,
});

export type NamesById = z.infer<typeof namesById>;
