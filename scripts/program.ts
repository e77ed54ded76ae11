// Builds the server as one bundle, and writes the parsed and validated game data next to it.
import { join } from "node:path";
import { build } from "vite";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { writeBuiltArsenals } from "#server/built-arsenals.ts";

const INPUT = {
  main: "src/server/main.ts",
  renderer: "src/server/features/share/renderer.ts",
  admin: "src/server/admin/admin.ts",
};

type Program = {
  root: string;
  arsenals: Arsenals;
  /** Without source maps, stack traces refer to positions in the bundle. */
  sourcemap: boolean;
};

/** Builds the server and the operator's commands into the folder; writes the arsenals last. */
export async function buildProgram(outDir: string, { root, arsenals, sourcemap }: Program): Promise<void> {
  const config = { configFile: join(root, "vite.server.config.ts"), logLevel: "warn" } as const;
  await build({ ...config, build: { outDir, sourcemap, rolldownOptions: { input: INPUT } } });
  writeBuiltArsenals(outDir, arsenals);
}
