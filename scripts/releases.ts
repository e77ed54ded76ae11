// Each build is written into a new folder, releases/<time>, and `dist` links to the newest, so that a running server can still
// read the files of its own release. A release also contains the assets of earlier releases, because a page that was loaded
// before an upgrade still requests them.
import { existsSync, statSync } from "node:fs";
import { copyFile, link, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const DAY_MS = 24 * 60 * 60_000;
/** How long a release contains the assets of a replaced release; a page that is open longer has to be reloaded. */
const RETENTION_MS = 30 * DAY_MS;
/** The number of complete releases that remain; older ones are deleted. */
const MAX_RELEASES = 3;
const ASSETS = "web/assets";
/** For each asset of an earlier release, when that release was replaced, in ms since 1970. Written last, so it marks a complete release. */
const DATES_FILE = "carried.json";

type Dates = Record<string, number>;

/** Calls `build` with a new folder and links `dist` to it; if the build fails, the folder is deleted and `dist` is unchanged. */
export async function addRelease(root: string, build: (folder: string) => Promise<void>): Promise<void> {
  const [releases, current, now] = [join(root, "releases"), join(root, "dist"), new Date()];
  const folder = join(releases, now.toISOString().replaceAll(/[:.]/g, "-"));
  await mkdir(folder, { recursive: true });
  try {
    await build(folder);
    await copyOldAssets(current, folder, now.getTime());
  } catch (error) {
    // Parallel parts of the failed build may still write into the folder, so the deletion is retried.
    await rm(folder, { recursive: true, maxRetries: 5 });
    throw error;
  }
  await replaceLink(folder, current);
  await removeOld(releases, now.getTime());
}

/** Copies the assets of the previous release that the new one lacks, and records when each was replaced. */
async function copyOldAssets(previous: string, folder: string, now: number): Promise<void> {
  const newAssets = new Set(await listFiles(join(folder, ASSETS)));
  const previousAssets = existsSync(join(previous, ASSETS)) ? await listFiles(join(previous, ASSETS)) : [];
  const dates = await readDates(previous);
  const record: Dates = {};
  for (const name of previousAssets.filter((asset) => !newAssets.has(asset))) {
    const replacedAt = dates[name] ?? now;
    if (now - replacedAt > RETENTION_MS) continue;
    await mkdir(join(folder, ASSETS, dirname(name)), { recursive: true });
    const [source, target] = [join(previous, ASSETS, name), join(folder, ASSETS, name)];
    // Some file systems do not support hard links.
    await link(source, target).catch(() => copyFile(source, target));
    record[name] = replacedAt;
  }
  await writeFile(join(folder, DATES_FILE), JSON.stringify(record));
}

/** Returns the relative paths of all files in a folder and its subfolders. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Returns the dates of the earlier assets in a release; none for a build from before releases existed. */
async function readDates(release: string): Promise<Dates> {
  const path = join(release, DATES_FILE);
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
}

/** Deletes all but the newest releases, and the incomplete folders of builds that were killed over a day ago. */
async function removeOld(releases: string, now: number): Promise<void> {
  const names = (await readdir(releases)).toSorted();
  const complete = names.filter((name) => existsSync(join(releases, name, DATES_FILE)));
  const abandoned = names.filter(
    (name) => !complete.includes(name) && now - statSync(join(releases, name)).mtimeMs > DAY_MS,
  );
  for (const name of [...complete.slice(0, -MAX_RELEASES), ...abandoned])
    await rm(join(releases, name), { recursive: true });
}

/** Replaces the link atomically; on Windows it is deleted first. */
async function replaceLink(folder: string, link: string): Promise<void> {
  const temporaryLink = `${link}.next`;
  await rm(temporaryLink, { force: true });
  // On Windows, a symbolic link to a folder requires privileges; a junction to an absolute path does not.
  if (process.platform === "win32") await symlink(folder, temporaryLink, "junction");
  else await symlink(relative(dirname(link), folder), temporaryLink);
  const isFolder = (await lstat(link).catch(() => null))?.isDirectory() === true;
  // Before releases existed, `dist` was a folder.
  if (isFolder || process.platform === "win32") await rm(link, { recursive: true, force: true });
  await rename(temporaryLink, link);
}
