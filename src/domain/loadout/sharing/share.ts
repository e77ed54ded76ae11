// The public part of a shared loadout.
import { z } from "zod";
import { type LoadoutContent, loadoutContent, loadoutNote } from "#domain/loadout/loadout.ts";
import { pickFields } from "#domain/plain-values.ts";

const publicPart = loadoutContent.pick({ name: true, loadout: true });

/** Returns the fields of a content that every share makes public. */
export const toPublicPart = (content: LoadoutContent): z.infer<typeof publicPart> =>
  pickFields(content, Object.keys(publicPart.shape) as (keyof z.infer<typeof publicPart>)[]);

export const sharedLoadout = publicPart.extend({
  /** Null if the note is not shared. */
  note: loadoutNote.nullable(),
  /** The name of the user who shares the loadout; null if it is not shared. */
  author: z.string().max(200).nullable(),
});

export type SharedLoadout = z.infer<typeof sharedLoadout>;

/** The format of the id in a short link. */
const SHARE_ID = /^[0-9A-Za-z]{12}$/;

export const shareId = z.string().regex(SHARE_ID);

export const REPORT_REASONS = ["insulting", "personal", "spam", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Maximum characters of the text of a report. */
export const REPORT_LIMIT = 500;
