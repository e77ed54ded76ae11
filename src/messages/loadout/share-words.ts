// Shared loadouts in words.
import { m } from "#messages";

/** The name of a shared loadout that brought none. */
export const getUnnamed = (): string => m.share_unnamed();

/** What is said where an address has no loadout to show. */
export const UNOPENED = {
  get missing() {
    return m.share_unopened_missing();
  },
  get revoked() {
    return m.share_unopened_revoked();
  },
  get damaged() {
    return m.share_unopened_damaged();
  },
  get newer() {
    return m.share_unopened_newer();
  },
};
