// The server as one bundle, with what of data/ it has read and checked beside it.
import { join } from "node:path";
import { build } from "vite";
import { readArsenals } from "#server/arsenals.ts";
import { writeBuilt } from "#server/built-arsenals.ts";

/** Builds the program into the folder; the arsenals are written last. */
export async function buildProgram(root: string, outDir: string): Promise<void> {
  await build({ configFile: join(root, "vite.server.config.ts"), logLevel: "warn", build: { outDir } });
  writeBuilt(outDir, readArsenals(join(root, "data")));
}
