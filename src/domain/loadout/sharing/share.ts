// What becomes public when a loadout is shared.
import { z } from "zod";
import { type LoadoutContent, loadoutContent, loadoutNote } from "#domain/loadout/loadout.ts";
import { pickFields } from "#domain/plain-values.ts";

const publicPart = loadoutContent.pick({ name: true, loadout: true });

/** What is public of a content, whatever the person adds. */
export const toPublicPart = (content: LoadoutContent): z.infer<typeof publicPart> =>
  pickFields(content, Object.keys(publicPart.shape) as (keyof z.infer<typeof publicPart>)[]);

export const sharedLoadout = publicPart.extend({
  /** Null: it is not part of the share. */
  note: loadoutNote.nullable(),
  /** The name of the person who shares it; null if the share has none. */
  author: z.string().max(200).nullable(),
});

export type SharedLoadout = z.infer<typeof sharedLoadout>;

/** Letters and digits of a short link. */
const SHARE_ID = /^[0-9A-Za-z]{12}$/;

export const shareId = z.string().regex(SHARE_ID);

export const REPORT_REASONS = ["insulting", "personal", "spam", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Maximum characters of the text of a report. */
export const REPORT_LIMIT = 500;
