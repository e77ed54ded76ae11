// The limits of a platoon's name and slug.

export const MAX_NAME_LENGTH = 60;
export const MAX_SLUG_LENGTH = 40;

/** The `pattern` of a slug. */
export const SLUG_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*";

/** Returns the slug of a name: lower-case Latin letters and digits with hyphens; "" if the name has none of them. */
export const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
