// Shared loadouts in words.
import { completeContent, type LoadoutContent } from "#domain/loadout/loadout.ts";
import { type SharedLoadout, toPublicPart } from "#domain/loadout/sharing/share.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

/** The name of a shared loadout that brought none. */
export const getUnnamed = (): string => m.share_unnamed();

/** What is said where an address has no loadout to show. */
export const UNOPENED = createTexts({
  missing: m.share_unopened_missing,
  revoked: m.share_unopened_revoked,
  damaged: m.share_unopened_damaged,
  newer: m.share_unopened_newer,
});

/** What a share code shares; one without a name gets that of an unnamed loadout. */
export const toShared = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): SharedLoadout => ({
  ...toPublicPart(completeContent({ name: name || getUnnamed(), loadout })),
  note: null,
  author: null,
});
