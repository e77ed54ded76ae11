// The server as one bundle, with what of data/ it has read and checked beside it.
import { join } from "node:path";
import { build } from "vite";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { writeBuilt } from "#server/built-arsenals.ts";

const INPUT = {
  main: "src/server/main.ts",
  renderer: "src/server/features/share/renderer.ts",
  admin: "src/server/admin/admin.ts",
};

type Program = {
  root: string;
  arsenals: Arsenals;
  /** Without them errors name places in the bundle. */
  sourcemap: boolean;
};

/** Builds the program into the folder, and the operator's commands beside it; the arsenals are written last. */
export async function buildProgram(outDir: string, { root, arsenals, sourcemap }: Program): Promise<void> {
  const config = { configFile: join(root, "vite.server.config.ts"), logLevel: "warn" } as const;
  await build({ ...config, build: { outDir, sourcemap, rolldownOptions: { input: INPUT } } });
  writeBuilt(outDir, arsenals);
}
