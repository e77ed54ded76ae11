// A disk that is full: a small one of memory where this machine lets us mount one, and a limit on the size of files.
import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "./site.ts";

const SIZE_MB = 24;

export type Disk = {
  name: string;
  fill(site: Site): void;
  makeRoom(site: Site): void;
};

/** The folder as a small disk of its own; null where this machine refuses that. */
export function mountSmallDisk(folder: string): (Disk & Disposable) | null {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  const filler = join(folder, "filler");
  return {
    name: `a disk of ${SIZE_MB} MB`,
    fill() {
      // As much as there is room for: what is left of the last piece fits byte by byte.
      for (let [size, piece] = [0, 1 << 20]; piece >= 1; ) {
        try {
          writeFileSync(filler, Buffer.alloc(piece), { flag: "a" });
          size += piece;
        } catch {
          truncateSync(filler, size);
          piece = Math.floor(piece / 16);
        }
      }
    },
    makeRoom: () => truncateSync(filler, 0),
    [Symbol.dispose]: () => void spawnSync("umount", ["--lazy", folder]),
  };
}

/** No file of the program may grow any longer; null where this machine has no program for that. */
export function sizeLimit(): Disk | null {
  if (spawnSync("prlimit", ["--version"]).status !== 0) return null;
  const limit = (site: Site, size: string) => {
    const set = spawnSync("prlimit", ["--pid", String(site.program().process.pid), `--fsize=${size}:`]);
    if (set.status !== 0) throw new Error(`prlimit: ${set.stderr}`);
  };
  return {
    name: "a limit on the size of files",
    // A page: nothing fits into the database or its log, however long they are.
    fill: (site) => limit(site, "4096"),
    makeRoom: (site) => limit(site, "unlimited"),
  };
}
