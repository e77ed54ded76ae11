// Who a soldier is, as far as anybody outside the game can tell.
import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { isPrintable } from "#domain/text.ts";
import { ALL_PLATFORMS, SOLDIER_NAME_LIMIT } from "./platform.ts";

export const soldierName = z.string().trim().min(1).max(SOLDIER_NAME_LIMIT).refine(isPrintable);

export const soldierKey = z.object({ game: z.enum(GAMES), platform: z.enum(ALL_PLATFORMS), name: soldierName });

/** What a soldier is to the person who keeps it; a sample is invented and marked as such. */
export const RELATIONS = ["mine", "followed", "sample"] as const;

/** A soldier as the service is asked for it. */
export type SoldierKey = z.infer<typeof soldierKey>;

/** A soldier as the service finds it: one name may stand for several. */
export const foundSoldier = soldierKey.extend({ playerId: z.string().nullable() });

export type FoundSoldier = z.infer<typeof foundSoldier>;

export type Relation = (typeof RELATIONS)[number];
