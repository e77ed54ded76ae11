// A copy of the project in a folder of its own, for tests that build, install or change one.
import { existsSync } from "node:fs";
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

export type Checkout = AsyncDisposable & { path: string };

/** The sources and what `others` names, with the installed packages; the built release, too, where `withRelease`. */
export async function copyCheckout({
  withRelease = false,
  others = [],
}: {
  withRelease?: boolean;
  others?: readonly string[];
} = {}): Promise<Checkout> {
  const folder = await folderOfItsOwn();
  for (const path of [...SOURCES, ...others]) {
    if (existsSync(path)) await cp(path, join(folder.path, path), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"), "junction");
  if (withRelease) {
    const current = await realpath("dist");
    const release = join(folder.path, "releases", basename(current));
    await cp(current, release, { recursive: true });
    await symlink(release, join(folder.path, "dist"), "junction");
  }
  return folder;
}
