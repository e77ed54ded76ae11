// Where the program begins: compiled code is cached first, so everything else is loaded after it.
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

// What only the start needed goes back to the machine: the engine would keep that room until it wants more.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
setTimeout(() => {
  collect();
  collect({ type: "major", flavor: "last-resort" });
}, SETTLED_MS).unref();
