/** Characters of a loadout's name, its ends trimmed. */
export const LOADOUT_NAME_LIMIT = 80;
