// Texts about shared loadouts.
import { fillContentDefaults, type LoadoutContent } from "#domain/loadout/loadout.ts";
import { type SharedLoadout, toPublicPart } from "#domain/loadout/sharing/share.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

/** Returns the name of a shared loadout without a name. */
export const getUnnamed = (): string => m.share_unnamed();

/** The messages for a link without a valid loadout. */
export const LINK_PROBLEMS = createTexts({
  missing: m.share_unopened_missing,
  revoked: m.share_unopened_revoked,
  damaged: m.share_unopened_damaged,
  newer: m.share_unopened_newer,
});

/** Returns the shared loadout of a decoded share code, with a default name. */
export const toShared = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): SharedLoadout => ({
  ...toPublicPart(fillContentDefaults({ name: name || getUnnamed(), loadout })),
  note: null,
  author: null,
});
