import { FOLDER_NAME_LIMIT } from "#domain/loadout/limits.ts";

/** What is wrong with the name of a folder; null when nothing is. */
export function folderNameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return "Give the folder a name.";
  return length > FOLDER_NAME_LIMIT ? `Use at most ${FOLDER_NAME_LIMIT} characters.` : null;
}
