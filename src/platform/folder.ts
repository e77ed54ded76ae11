import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Makes the folder and those above it, readable by their owner alone. Throws an error that names the setting when one
 * cannot be made. Step by step: Node's own recursive way never returns where a file system takes no folders.
 */
export function ensureFolder(path: string, setting: string): void {
  try {
    ensure(path);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new Error(
      `${setting}: the folder ${path} cannot be created (${reason}). Choose one this program may write to.`,
    );
  }
}

function ensure(path: string): void {
  const present = statSync(path, { throwIfNoEntry: false });
  if (present?.isDirectory()) return;
  if (dirname(path) !== path) ensure(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it since.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Returns the nearest folder above this one that has a package.json, else the working directory. */
export function findProject(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(folder) === folder ? process.cwd() : findProject(dirname(folder));
}
