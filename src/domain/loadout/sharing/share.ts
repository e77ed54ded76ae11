// What becomes public when a loadout is shared.
import { z } from "zod";
import { loadout, loadoutName, loadoutNote } from "#domain/loadout/loadout.ts";

export const sharedLoadout = z.object({
  name: loadoutName,
  loadout,
  /** Null: it is not part of the share. */
  note: loadoutNote.nullable(),
  /** The name of the person who shares it; null if the share has none. */
  author: z.string().max(200).nullable(),
});

export type SharedLoadout = z.infer<typeof sharedLoadout>;

/** The name of a shared loadout that brought none. */
export const UNNAMED = "Shared loadout";

/** Letters and digits of a short link. */
const SHARE_ID = /^[0-9A-Za-z]{12}$/;

export const shareId = z.string().regex(SHARE_ID);

/** What is said where an address has no loadout to show. */
export const UNOPENED = {
  missing: "There is no shared loadout at this address.",
  revoked: "This loadout is no longer shared.",
  damaged: "This link is damaged: a part of it is missing or was changed. Ask for it again.",
  newer: "This link was made by a newer version of the site. Reload the page and try again.",
} as const;

export const REPORT_REASONS = ["insulting", "personal", "spam", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Maximum characters of the text of a report. */
export const REPORT_LIMIT = 500;
