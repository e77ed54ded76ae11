// The entry point. It enables the compile cache before it imports the program.
import { constants, enableCompileCache } from "node:module";
import { basename, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { findProject } from "#platform/folder.ts";

const SETTLED_MS = 1000;

const root = findProject(import.meta.dirname);
const parent = join(import.meta.dirname, "..");
const release = basename(parent) === "src" ? join(root, "dist") : parent;
const { status } = enableCompileCache(join(release, ".compile-cache"));
// Where the program may not write beside itself, it may there.
if (status === constants.compileCacheStatus.FAILED) {
  enableCompileCache(join(process.env["VAR_DIR"] ?? join(root, "var"), "compile-cache"));
}
const { serve } = await import("./serve.ts");
await serve(root, release);

// Frees the memory that only the start needed, which V8 would otherwise hold.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
setTimeout(() => {
  collect();
  collect({ type: "major", flavor: "last-resort" });
}, SETTLED_MS).unref();
