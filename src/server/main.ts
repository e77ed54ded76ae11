// The entry point. It enables the compile cache before it imports anything else.
import { constants, enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const SETTLED_MS = 1000;

// The same two steps up from src/server and from dist/server.
const root = join(import.meta.dirname, "../..");
const { status } = enableCompileCache(join(root, "dist", ".compile-cache"));
// Where the program may not write beside itself, it may there.
if (status === constants.compileCacheStatus.FAILED) {
  enableCompileCache(join(process.env["VAR_DIR"] ?? join(root, "var"), "compile-cache"));
}
const { serve } = await import("./serve.ts");
await serve(root);

// Frees the memory that only the start needed, which V8 would otherwise hold.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
setTimeout(() => {
  collect();
  collect({ type: "major", flavor: "last-resort" });
}, SETTLED_MS).unref();
