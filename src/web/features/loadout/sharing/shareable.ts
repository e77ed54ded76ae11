import { fillContentDefaults, isSameContent, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";

/** The loadout to share, saved or edited. */
export type Shareable = LoadoutContent & { isUnsaved: boolean };

/** A loadout in the editor. Missing fields, such as the note, are those of the saved loadout. */
export type OpenLoadout = Pick<LoadoutContent, "name" | "loadout"> &
  Partial<LoadoutContent> & { id: string; seenVersion: number };

/** Returns the loadout to share: the edited loadout, otherwise the saved loadout; null if there is neither. */
export function getShareable(editorLoadout: OpenLoadout | null, saved: LoadoutContent | null): Shareable | null {
  const shown = editorLoadout ?? saved;
  if (!shown) return null;
  const content = toContent(fillContentDefaults({ ...saved, ...shown }));
  return { ...content, isUnsaved: !saved || !isSameContent(omitTags(content), omitTags(saved)) };
}

/** Returns the content without tags, which are not shared. */
const omitTags = (content: LoadoutContent): LoadoutContent => ({ ...content, tags: [] });
