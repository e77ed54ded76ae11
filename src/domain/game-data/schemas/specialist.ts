import { z } from "zod";
import { claims } from "#domain/game-data/claim.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";

/** A character of Battlefield 2042: fourteen specialists, and the classes of Portal's older eras. */
export const specialist = z.object({
  game: z.literal("bf2042"),
  id: z.string().min(1),
  name: z.string().min(1),
  /** The id and class of the statistics; Irish and Crawford are counted there under their first class. */
  apiId: z.string().min(1),
  apiClass: z.string().min(1),
  /** The class in play; null for Portal's older eras. */
  classId: z.enum(KIT_IDS).nullable(),
  era: z.enum(["2042", "portal"]),
  asset: z.string().nullable(),
  assetId: z.string().nullable(),
  /** Names of own gadgets in `gadgets`; which specialist owns which is from memory. */
  gadgetIds: claims(z.array(z.string()).nonempty()),
  sourceId: z.string().min(1),
});

export type Specialist = z.infer<typeof specialist>;
