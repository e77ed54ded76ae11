import { completeContent, isSameContent, type Loadout } from "#domain/loadout/loadout.ts";

/** A loadout as it may be shared: saved, or as it stands in the editor. */
export type Shareable = { name: string; note: string; loadout: Loadout; isUnsaved: boolean };

/** What the editor holds of a loadout; the note is the saved one's until the editor has one. */
export type OpenLoadout = { id: string; name: string; loadout: Loadout; seenVersion: number; note?: string };

type StoredLoadout = { name: string; note: string; loadout: Loadout };

/** What is shared: what is in hand before what is saved; null where there is neither. */
export function getShareable(inHand: OpenLoadout | null, saved: StoredLoadout | null): Shareable | null {
  if (!inHand) return saved && { ...saved, isUnsaved: false };
  const note = inHand.note ?? saved?.note ?? "";
  const { name, loadout } = inHand;
  const isUnsaved = !saved || !isSameContent(getShown({ name, note, loadout }), getShown(saved));
  return { name, note, loadout, isUnsaved };
}

/** No tag is a part of a share. */
const getShown = ({ name, note, loadout }: StoredLoadout) => completeContent({ name, note, loadout });
