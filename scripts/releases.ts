// Each build has a folder of its own, releases/<time>, and `dist` links to the newest: a server that runs from an older
// one goes on with the files it began with. A release carries the assets of those before it, because a page that was
// loaded before an upgrade asks for its own.
import { existsSync, statSync } from "node:fs";
import { copyFile, link, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const DAY_MS = 24 * 60 * 60_000;
/** A page that is open longer than this since its release was replaced has to be loaded again. */
const CARRIED_MS = 30 * DAY_MS;
/** The newest releases; older ones are deleted. */
const RELEASES = 3;
const ASSETS = "web/assets";
/** When the build of each carried asset was replaced, in milliseconds since 1970, by name. Written last: it marks a whole release. */
const CARRIED = "carried.json";

type Dates = Record<string, number>;

/** Calls `build` with a new folder, which becomes the release that `dist` links to; nothing changes where it fails. */
export async function addRelease(root: string, build: (folder: string) => Promise<void>): Promise<void> {
  const [releases, current, now] = [join(root, "releases"), join(root, "dist"), new Date()];
  const folder = join(releases, now.toISOString().replaceAll(/[:.]/g, "-"));
  await mkdir(folder, { recursive: true });
  try {
    await build(folder);
    await carryAssets(current, folder, now.getTime());
  } catch (error) {
    // What failed may still be writing into the folder elsewhere; its error is the one to report.
    await rm(folder, { recursive: true, maxRetries: 5 });
    throw error;
  }
  await linkTo(folder, current);
  await removeOld(releases, now.getTime());
}

/** Copies the assets of the release before that this one lacks, and writes down when each was replaced. */
async function carryAssets(before: string, folder: string, now: number): Promise<void> {
  const own = new Set(await listFiles(join(folder, ASSETS)));
  const earlier = existsSync(join(before, ASSETS)) ? await listFiles(join(before, ASSETS)) : [];
  const dates = await readCarried(before);
  const record: Dates = {};
  for (const name of earlier.filter((asset) => !own.has(asset))) {
    const replacedAt = dates[name] ?? now;
    if (now - replacedAt > CARRIED_MS) continue;
    await mkdir(join(folder, ASSETS, dirname(name)), { recursive: true });
    const [source, target] = [join(before, ASSETS, name), join(folder, ASSETS, name)];
    // Some file systems have no links.
    await link(source, target).catch(() => copyFile(source, target));
    record[name] = replacedAt;
  }
  await writeFile(join(folder, CARRIED), JSON.stringify(record));
}

/** The files of a folder, and of those in it, by their paths. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** What a release carries; a build from before there were releases carries nothing. */
async function readCarried(release: string): Promise<Dates> {
  const path = join(release, CARRIED);
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
}

/** Deletes all but the newest releases, and what was left of builds that were ended from outside. */
async function removeOld(releases: string, now: number): Promise<void> {
  const names = (await readdir(releases)).toSorted();
  const whole = names.filter((name) => existsSync(join(releases, name, CARRIED)));
  const gone = names.filter((name) => !whole.includes(name) && now - statSync(join(releases, name)).mtimeMs > DAY_MS);
  for (const name of [...whole.slice(0, -RELEASES), ...gone]) await rm(join(releases, name), { recursive: true });
}

/** Replaces the link in one step; Windows, which cannot, takes two. */
async function linkTo(folder: string, link: string): Promise<void> {
  const next = `${link}.next`;
  await rm(next, { force: true });
  // On Windows a link to a folder takes privileges, a junction to an absolute path none.
  if (process.platform === "win32") await symlink(folder, next, "junction");
  else await symlink(relative(dirname(link), folder), next);
  const isFolder = (await lstat(link).catch(() => null))?.isDirectory() === true;
  // A build before there were releases was a folder.
  if (isFolder || process.platform === "win32") await rm(link, { recursive: true, force: true });
  await rename(next, link);
}
