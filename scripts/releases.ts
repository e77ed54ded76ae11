// Each build has a folder of its own, releases/<time>, and `dist` links to the newest: a server that runs from an older
// one goes on with the files it began with. A release carries the assets of those before it, because a page that was
// loaded before an upgrade asks for its own.
import { existsSync } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const DAY_MS = 24 * 60 * 60_000;
/** A page that is open longer than this since its release was replaced has to be loaded again. */
const CARRIED_MS = 30 * DAY_MS;
/** The newest releases; older ones are deleted. */
const RELEASES = 3;
const ASSETS = "web/assets";
/** When each asset was last part of a build, in milliseconds since 1970, by name. */
const DATES = "assets.json";

type Dates = Record<string, number>;

/** Calls `build` with a new folder, which becomes the release that `dist` links to; nothing changes where it fails. */
export async function addRelease(root: string, build: (folder: string) => Promise<void>): Promise<void> {
  const [releases, link, now] = [join(root, "releases"), join(root, "dist"), new Date()];
  const folder = join(releases, now.toISOString().replaceAll(/[:.]/g, "-"));
  await mkdir(folder, { recursive: true });
  try {
    await build(folder);
    await carryAssets(link, folder, now.getTime());
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  await linkTo(folder, link);
  const names = (await readdir(releases)).toSorted();
  for (const name of names.slice(0, -RELEASES)) await rm(join(releases, name), { recursive: true });
}

/** Copies the assets of the release before that this one lacks, and writes down when each was last built. */
async function carryAssets(before: string, folder: string, now: number): Promise<void> {
  const own = await readdir(join(folder, ASSETS));
  const dates: Dates = Object.fromEntries(own.map((name) => [name, now]));
  const record = join(before, DATES);
  const older: Dates = existsSync(record) ? JSON.parse(await readFile(record, "utf8")) : {};
  for (const [name, builtAt] of Object.entries(older)) {
    if (dates[name] !== undefined || now - builtAt > CARRIED_MS) continue;
    await copyFile(join(before, ASSETS, name), join(folder, ASSETS, name));
    dates[name] = builtAt;
  }
  await writeFile(join(folder, DATES), JSON.stringify(dates));
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
