/** Characters of a soldier's name. */
export const SOLDIER_NAME_LIMIT = 64;
