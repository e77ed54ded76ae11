// The identity of a soldier, and the questions about it that its user must answer.
import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { isPrintable } from "#domain/text.ts";
import { ALL_PLATFORMS, SOLDIER_NAME_LIMIT } from "./platform.ts";

export const soldierName = z.string().trim().min(1).max(SOLDIER_NAME_LIMIT).refine(isPrintable);

export const soldierKey = z.object({ game: z.enum(GAMES), platform: z.enum(ALL_PLATFORMS), name: soldierName });

/** The relation of a soldier to its user; a sample is invented and labelled. */
export const RELATIONS = ["mine", "followed", "sample"] as const;

/** The identity of a soldier in a request to the statistics service. */
export type SoldierKey = z.infer<typeof soldierKey>;

/** A soldier found by the statistics service; several may have the same name. */
export const foundSoldier = soldierKey.extend({ playerId: z.string().nullable() });

export type FoundSoldier = z.infer<typeof foundSoldier>;

export type Relation = (typeof RELATIONS)[number];

/** Returns a key that is equal for spellings that differ only in case. */
export const getNameKey = (name: string): string => name.normalize().toLowerCase();

/** Whether two names are equal, ignoring case. */
export const isSameName = (a: string, b: string): boolean => getNameKey(a) === getNameKey(b);

/**
 * The questions about a reading that the user must answer; null for none. Stored as JSON on the soldier.
 *
 * `identity`: the service returned a soldier of this name and id, which the user has not confirmed.
 * `restart`: the figures decreased, or increased (`isRise`) by more than can be played, first at `firstAt`. `snapshotId` is the
 * last such reading, which no screen shows.
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
      /** When the user answered no; the question is repeated some days later. */
      refusedAt: z.iso.datetime().optional(),
    })
    .nullable(),
});

export type PendingQuestions = z.infer<typeof pendingReading>;
