import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Creates the folder and its missing parents, readable only by their owner. Throws an error that names the setting if a folder
 * cannot be created. It does not use Node's `recursive` option, which never returns on a file system that allows no folders.
 */
export function ensureFolder(path: string, setting: string): void {
  try {
    createMissing(path);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new Error(
      `${setting}: the folder ${path} cannot be created (${reason}). Choose one this program may write to.`,
    );
  }
}

function createMissing(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (dirname(path) !== path) createMissing(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it since.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Returns the nearest folder above this one that has a package.json, else the working directory. */
export function findProject(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(folder) === folder ? process.cwd() : findProject(dirname(folder));
}
