// The server as one bundle, with what of data/ it has read and checked beside it.
import { join } from "node:path";
import { build } from "vite";
import { readArsenals } from "#server/arsenals.ts";
import { writeBuilt } from "#server/built-arsenals.ts";

/** Builds the program into the folder, and the operator's commands beside it; the arsenals are written last. */
export async function buildProgram(root: string, outDir: string): Promise<void> {
  const config = { configFile: join(root, "vite.server.config.ts"), logLevel: "warn" } as const;
  const input = { main: "src/server/main.ts", renderer: "src/server/features/share/renderer.ts" };
  await build({ ...config, build: { outDir, rolldownOptions: { input } } });
  // A file by itself: in one build with the program, both would be split into what they share.
  const alone = { input: { admin: "src/server/admin.ts" }, output: { codeSplitting: false } } as const;
  const license = { fileName: "licences-admin.json" };
  await build({ ...config, build: { outDir, emptyOutDir: false, license, rolldownOptions: alone } });
  writeBuilt(outDir, readArsenals(join(root, "data")));
}
