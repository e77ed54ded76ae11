/** Maximum length of a loadout's trimmed name. */
export const LOADOUT_NAME_LIMIT = 80;

/** Maximum length of a loadout's note. */
export const LOADOUT_NOTE_LIMIT = 2000;

/** Maximum number of a loadout's tags, and maximum length of a tag. */
export const TAGS_LIMIT = 12;
export const TAG_LIMIT = 24;

/** Maximum length of a folder's name. */
export const FOLDER_NAME_LIMIT = 40;

/** Returns the name of a loadout with a number, shortened to the maximum length of a name. */
export function addNumber(name: string, number: number): string {
  const suffix = ` (${number})`;
  // Half of a character that the limit cuts is left out.
  const start = name.slice(0, LOADOUT_NAME_LIMIT - suffix.length).replace(/[\uD800-\uDBFF]$/, "");
  return start.trimEnd() + suffix;
}
