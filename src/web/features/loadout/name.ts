import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";

/** What is wrong with a name; null when nothing is. */
export function nameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return "Give the loadout a name.";
  return length > LOADOUT_NAME_LIMIT ? `Use at most ${LOADOUT_NAME_LIMIT} characters.` : null;
}

/** A name for a second loadout beside the first, within the limit. */
export function getCopyName(name: string): string {
  const suffix = " (copy)";
  return name.trim().slice(0, LOADOUT_NAME_LIMIT - suffix.length) + suffix;
}
