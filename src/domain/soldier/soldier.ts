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

/** The form of a name in which two spellings of it are one. */
export const getNameKey = (name: string): string => name.normalize().toLowerCase();

/** Whether two names differ by no more than case. */
export const isSameName = (one: string, other: string): boolean => getNameKey(one) === getNameKey(other);

/**
 * What a reading left for the person to decide: null where nothing is. Stored as JSON on the soldier.
 *
 * `identity`: the service answered with a soldier of this name and id, which the person has not confirmed.
 * `restart`: the figures fell, or rose (`isRise`) by more than can be played, for the first time at `firstAt`; `snapshotId` is
 * the last such reading, which nothing shows.
 */
export const pendingReading = z.object({
  identity: z.object({ name: soldierName, playerId: z.string().nullable(), isRefused: z.boolean() }).nullable(),
  restart: z
    .object({
      firstAt: z.iso.datetime(),
      snapshotId: z.string(),
      isRise: z.boolean(),
      isAsked: z.boolean(),
      isRefused: z.boolean(),
      /** When the person answered no; the question is asked again some days later. */
      refusedAt: z.iso.datetime().optional(),
    })
    .nullable(),
});

export type PendingReading = z.infer<typeof pendingReading>;
