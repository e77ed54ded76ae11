// A loadout's tags as they are typed: small letters, each once, within the limits of the locker.
import { TAG_LIMIT, TAGS_LIMIT } from "#domain/loadout/limits.ts";

/** The tags with those typed, which commas part, behind them; what they hold already or have no room for is left out. */
export function withTags(tags: readonly string[], typed: string): readonly string[] {
  const added = typed
    .split(",")
    .map((tag) => tag.trim().toLowerCase().slice(0, TAG_LIMIT).trim())
    .filter(Boolean);
  return [...new Set([...tags, ...added])].slice(0, TAGS_LIMIT);
}
