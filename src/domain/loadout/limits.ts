/** Characters of a loadout's name, its ends trimmed. */
export const LOADOUT_NAME_LIMIT = 80;

/** Characters of a loadout's note. */
export const LOADOUT_NOTE_LIMIT = 2000;

/** Tags of one loadout, and characters of one tag. */
export const TAGS_LIMIT = 12;
export const TAG_LIMIT = 24;

/** Characters of a folder's name. */
export const FOLDER_NAME_LIMIT = 40;
