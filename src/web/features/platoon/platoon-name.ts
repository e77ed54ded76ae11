// What a platoon is called: its name, the tag before players' names, and the word that stands in its address.

export const MAX_NAME_LENGTH = 60;
export const MAX_SLUG_LENGTH = 40;

/** The form of a slug, as a field's `pattern`. */
export const SLUG_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*";

/** The slug of a name: lower-case Latin letters and digits with hyphens; empty where the name has none of them. */
export const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
