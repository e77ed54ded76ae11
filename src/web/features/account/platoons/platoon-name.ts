// What a platoon is called: its name, the tag before players' names, and the word that stands in its address.

export const MAX_NAME_LENGTH = 60;
export const MAX_SLUG_LENGTH = 40;

/** The form of a slug, as a field's `pattern`. */
export const SLUG_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*";

/** Two to four letters of any alphabet, as a field's `pattern`. */
export const TAG_PATTERN = "\\p{L}{2,4}";

/** The slug of a name: lower-case Latin letters and digits with hyphens; empty where the name has none of them. */
export const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, "");

/** The tag in a platoon's metadata, which any client may have written; null where there is none. */
export function readTag(metadata: unknown): string | null {
  const value = typeof metadata === "string" ? parseJson(metadata) : metadata;
  const tag: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "tag") : null;
  return typeof tag === "string" && new RegExp(`^${TAG_PATTERN}$`, "u").test(tag) ? tag : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
