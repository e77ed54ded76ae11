// A copy of the project in a folder of its own, for tests that build, install or change one.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { cp, realpath, symlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { folderOfItsOwn } from "./program.ts";

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
  /** Paths beside the sources. */
  others?: readonly string[];
  /** Whether the built release is copied, too. */
  withRelease?: boolean;
  /** Whether the messages are compiled; a fresh clone has their sources only. */
  withMessages?: boolean;
  /** Whether the packages lie in the copy itself, as after an installation: a link leads to those of this project. */
  ownPackages?: boolean;
};

/** A copy of the sources, with the installed packages. */
export async function copyCheckout({
  others = [],
  withRelease = false,
  withMessages = true,
  ownPackages = false,
}: CheckoutOptions = {}): Promise<Checkout> {
  const folder = await folderOfItsOwn();
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

/** A second name for each file: 40,000 of them are there within a second. On another disk they are copied. */
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
