// What the shared locker of a platoon is called on the screen.
import type { LoadoutEventKind, PlatoonLoadoutState } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

export const STATE_TITLES = createTexts<PlatoonLoadoutState>({
  proposed: m.platoon_locker_state_proposed,
  changes: m.platoon_locker_state_changes,
  declined: m.platoon_locker_state_declined,
  published: m.platoon_locker_state_published,
});

type Happened = { kind: LoadoutEventKind; version: number; text: string; actor: string | null };

const SENTENCES: Record<LoadoutEventKind, (inputs: { name: string; version: number; earlier: string }) => string> = {
  proposed: m.platoon_locker_event_proposed,
  edited: m.platoon_locker_event_edited,
  changes: m.platoon_locker_event_changes,
  declined: m.platoon_locker_event_declined,
  published: m.platoon_locker_event_published,
  unpublished: m.platoon_locker_event_unpublished,
  restored: m.platoon_locker_event_restored,
};

/** What happened to a loadout, and what was written about it; the text is empty where nothing was. */
export const describeEvent = ({ kind, version, text, actor }: Happened): { sentence: string; text: string } => ({
  sentence: SENTENCES[kind]({ name: actor ?? m.platoon_former_member(), version, earlier: text }),
  // The text of a restored version is the number of the earlier one.
  text: kind === "restored" ? "" : text,
});

/** Whether the reader has a copy of an earlier version. */
export const isOutdated = ({ copy, version }: { copy: { version: number } | null; version: number }): boolean =>
  copy !== null && copy.version < version;
