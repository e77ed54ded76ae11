// What becomes public when a loadout is shared.
import { z } from "zod";
import { loadoutContent, loadoutNote } from "#domain/loadout/loadout.ts";

export const sharedLoadout = loadoutContent.pick({ name: true, loadout: true }).extend({
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
