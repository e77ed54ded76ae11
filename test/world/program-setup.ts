// Gives the vitest projects that start the program one to start: bundled as the build does it, because a bundle starts
// with a third of the work. It is kept until something is newer.
import { globSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { readArsenals } from "#server/arsenals.ts";
import { writeBuilt } from "#server/built-arsenals.ts";
import { PROGRAM } from "./program.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, dirname(PROGRAM));
const MADE_OF = ["src/{server,domain}/**/*.ts", "data/**/*.json", "package-lock.json", "vite.server.config.ts"];

export async function setup(project: TestProject): Promise<void> {
  await makeProgram();
  project.onTestsRerun(makeProgram);
}

async function makeProgram(): Promise<void> {
  // What is written last says that all of it was.
  const made = statSync(join(FOLDER, "arsenal-bf2042.bin"), { throwIfNoEntry: false });
  const sources = globSync(MADE_OF, { cwd: ROOT }).map((path) => statSync(join(ROOT, path)).mtimeMs);
  if (made && made.mtimeMs > Math.max(...sources)) return;
  const outDir = FOLDER;
  await build({ configFile: join(ROOT, "vite.server.config.ts"), logLevel: "warn", build: { outDir } });
  writeBuilt(outDir, readArsenals(join(ROOT, "data")));
}
