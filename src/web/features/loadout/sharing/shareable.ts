import { completeContent, isSameContent, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";

/** A loadout as it may be shared: saved, or as it stands in the editor. */
export type Shareable = LoadoutContent & { isUnsaved: boolean };

/** What the editor holds of a loadout; what it has not opened yet, such as the note, is the saved one's. */
export type OpenLoadout = Pick<LoadoutContent, "name" | "loadout"> &
  Partial<LoadoutContent> & { id: string; seenVersion: number };

/** What is shared: what is in hand before what is saved; null where there is neither. */
export function getShareable(inHand: OpenLoadout | null, saved: LoadoutContent | null): Shareable | null {
  const shown = inHand ?? saved;
  if (!shown) return null;
  const content = toContent(completeContent({ ...saved, ...shown }));
  return { ...content, isUnsaved: !saved || !isSameContent(withoutTags(content), withoutTags(saved)) };
}

/** No tag is a part of a share. */
const withoutTags = (content: LoadoutContent): LoadoutContent => ({ ...content, tags: [] });
