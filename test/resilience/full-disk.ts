// Simulates a full disk: by a small tmpfs, if the machine allows mounting one, or by a limit on file sizes.
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

/** Mounts a small tmpfs on the folder; returns null if the machine does not allow it. */
export function mountSmallDisk(folder: string): (Disk & Disposable) | null {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  const filler = join(folder, "filler");
  return {
    name: `a disk of ${SIZE_MB} MB`,
    fill() {
      // Writes ever smaller pieces until not even one byte fits.
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

/** Limits the size of the program's files; returns null if prlimit is not installed. */
export function createSizeLimit(): Disk | null {
  if (spawnSync("prlimit", ["--version"]).status !== 0) return null;
  const limit = (site: Site, size: string) => {
    const result = spawnSync("prlimit", ["--pid", String(site.program().process.pid), `--fsize=${size}:`]);
    if (result.status !== 0) throw new Error(`prlimit: ${result.stderr}`);
  };
  return {
    name: "a limit on the size of files",
    // The limit of one page is below the current size of the database and its log, so neither can be written.
    fill: (site) => limit(site, "4096"),
    makeRoom: (site) => limit(site, "unlimited"),
  };
}
