// Where the program begins: compiled code is cached first, so everything else is loaded after it.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// The same two steps up from src/server and from dist/server.
const root = join(import.meta.dirname, "../..");
enableCompileCache(join(root, "dist", ".compile-cache"));
const { serve } = await import("./serve.ts");
await serve(root);
