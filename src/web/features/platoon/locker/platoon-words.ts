// Texts about the shared locker of a platoon.
import type { LoadoutEventKind, PlatoonLoadoutState } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

export const STATE_TITLES = createTexts<PlatoonLoadoutState>({
  proposed: m.platoon_locker_state_proposed,
  changes: m.platoon_locker_state_changes,
  declined: m.platoon_locker_state_declined,
  published: m.platoon_locker_state_published,
});

type LoadoutEvent = { kind: LoadoutEventKind; version: number; text: string; actor: string | null };

const SENTENCES: Record<LoadoutEventKind, (inputs: { name: string; version: number; earlier: string }) => string> = {
  proposed: m.platoon_locker_event_proposed,
  edited: m.platoon_locker_event_edited,
  changes: m.platoon_locker_event_changes,
  declined: m.platoon_locker_event_declined,
  published: m.platoon_locker_event_published,
  unpublished: m.platoon_locker_event_unpublished,
  restored: m.platoon_locker_event_restored,
};

/** Returns an event of a loadout's history as a sentence, and the text that its author wrote ("" for none). */
export const describeEvent = ({ kind, version, text, actor }: LoadoutEvent): { sentence: string; text: string } => ({
  sentence: SENTENCES[kind]({ name: actor ?? m.platoon_former_member(), version, earlier: text }),
  // For a restored version, the text is the number of the earlier version.
  text: kind === "restored" ? "" : text,
});

/** Whether the user's copy is of an earlier version. */
export const isOutdated = ({ copy, version }: { copy: { version: number } | null; version: number }): boolean =>
  copy !== null && copy.version < version;
