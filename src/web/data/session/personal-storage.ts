// What this browser stores of a person outside of the device's own store.
import { ANYONES_DRAFTS, advanceSignOutEpoch, getDraftPrefix } from "#web/data/stores/draft.ts";

/** Names of loadouts and soldiers, an address, an import under way, what a guest brought, and unlocks checked off. */
const LOCAL: readonly string[] = [
  "palette-recent",
  "pending-email",
  "deletion-asked",
  "guest-brings",
  "fieldlocker.pending-import",
  "progress-soldier-bf4",
  "progress-soldier-bf2042",
  "tonight-checked",
];

/** Removes it; drafts too, also those from before the sign-in. */
export function clearPersonalStorage(personId: string | null): void {
  // First, so that no other tab stores a draft behind this.
  advanceSignOutEpoch();
  try {
    const drafts = [ANYONES_DRAFTS, ...(personId === null ? [] : [getDraftPrefix(personId)])];
    for (const key of Object.keys(localStorage))
      if (LOCAL.includes(key) || drafts.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
    // Addresses that were open, and what was to be done after a return from a provider.
    sessionStorage.clear();
  } catch {
    // Without storage nothing is stored.
  }
}
