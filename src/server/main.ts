// The entry point. It enables the compile cache before it imports the program.
import { constants, enableCompileCache } from "node:module";
import { basename, join } from "node:path";
import { findProject } from "#platform/folder.ts";

const root = findProject(import.meta.dirname);
const parent = join(import.meta.dirname, "..");
const release = basename(parent) === "src" ? join(root, "dist") : parent;
const { status } = enableCompileCache(join(release, ".compile-cache"));
// Fall back to VAR_DIR if the program's own folder is not writable.
if (status === constants.compileCacheStatus.FAILED) {
  enableCompileCache(join(process.env["VAR_DIR"] ?? join(root, "var"), "compile-cache"));
}
const { serve } = await import("./serve.ts");
await serve(root, release);
