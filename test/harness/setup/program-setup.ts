// Bundles the program as the build does, for the vitest projects that start it: a bundle starts in a third of the time.
// The bundle is reused until a source is newer.
import { globSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildProgram } from "#scripts/program.ts";
import { readArsenals } from "#server/arsenals.ts";
import { PROGRAM } from "#test/harness/processes/program.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, dirname(PROGRAM));
const SOURCES = [
  "src/{server,domain,platform,messages}/**/*.{ts,json}",
  "data/**/*.json",
  "package-lock.json",
  "{scripts/{program,message-compiler,messages},vite.server.config}.ts",
];

export async function setup(project: TestProject): Promise<void> {
  await makeProgram();
  project.onTestsRerun(makeProgram);
}

async function makeProgram(): Promise<void> {
  // This file is written last, so its presence shows that the bundle is complete.
  const bundle = statSync(join(FOLDER, "arsenal-bf2042.bin"), { throwIfNoEntry: false });
  const sources = globSync(SOURCES, { cwd: ROOT }).map((path) => statSync(join(ROOT, path)).mtimeMs);
  if (bundle && bundle.mtimeMs > Math.max(...sources)) return;
  await buildProgram(FOLDER, { root: ROOT, arsenals: readArsenals(join(ROOT, "data")), sourcemap: true });
}
