import { TAG_LIMIT, TAGS_LIMIT } from "#domain/loadout/limits.ts";

/** The tags of a typed list, in small letters, each once. */
export const parseTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** What is wrong with a typed list of tags; null when nothing is. */
export function tagsProblem(typed: string): string | null {
  const tags = parseTags(typed);
  if (tags.length > TAGS_LIMIT) return `Use at most ${TAGS_LIMIT} tags.`;
  const long = tags.find((tag) => tag.length > TAG_LIMIT);
  return long ? `A tag has at most ${TAG_LIMIT} characters; “${long}” has more.` : null;
}
