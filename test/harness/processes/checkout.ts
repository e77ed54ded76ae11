// A copy of the project in a temporary folder, for tests that build, install or change it.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { cp, realpath, symlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { createTempFolder } from "./program.ts";

const SOURCES = [
  "src",
  "data",
  "public",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "vite.config.ts",
  "vite.server.config.ts",
];

const COMPILED_MESSAGES = join("src", "messages", "compiled");

export type Checkout = AsyncDisposable & { path: string };

type CheckoutOptions = {
  /** Further paths to copy. */
  others?: readonly string[];
  /** Whether the built release is copied, too. */
  withRelease?: boolean;
  /** Whether the compiled messages are copied; a fresh clone has their sources only. */
  withMessages?: boolean;
  /** Whether the copy has its own folder of packages, as after an installation, instead of a link to this project's. */
  ownPackages?: boolean;
};

/** Copies the sources, with the installed packages. */
export async function copyCheckout({
  others = [],
  withRelease = false,
  withMessages = true,
  ownPackages = false,
}: CheckoutOptions = {}): Promise<Checkout> {
  const folder = await createTempFolder();
  for (const path of [...SOURCES, ...others]) {
    const filter = (source: string) => withMessages || source !== COMPILED_MESSAGES;
    if (existsSync(path)) await cp(path, join(folder.path, path), { recursive: true, filter });
  }
  if (ownPackages) linkFiles("node_modules", join(folder.path, "node_modules"));
  else await symlink(resolve("node_modules"), join(folder.path, "node_modules"), "junction");
  if (withRelease) {
    const current = await realpath("dist");
    const release = join(folder.path, "releases", basename(current));
    await cp(current, release, { recursive: true });
    await symlink(release, join(folder.path, "dist"), "junction");
  }
  return folder;
}

/** Creates hard links, because 40,000 of them take less than a second; copies the files when on another disk. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [path, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(path, copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path), copy);
    else linkOrCopy(path, copy);
  }
}

function linkOrCopy(path: string, copy: string): void {
  try {
    linkSync(path, copy);
  } catch {
    copyFileSync(path, copy);
  }
}
