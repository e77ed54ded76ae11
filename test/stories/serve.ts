// `npm run gallery`: the shared components in their states, with live reload. The browser tests give a PORT and get no
// reload, which would disturb them.
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";

const root = join(import.meta.dirname, "../..");
const port = process.env["PORT"];
const server = await createServer({
  configFile: false,
  // The style sheet takes in the classes of every file below the root.
  root,
  // `npm run dev` has the usual folder, with other packages.
  cacheDir: join(root, "node_modules/.vite-gallery"),
  plugins: [react(), tailwindcss()],
  optimizeDeps: { entries: ["test/stories/index.html"] },
  server: port ? { port: Number(port), strictPort: true, hmr: false } : { port: 6006 },
  logLevel: "warn",
});
await server.listen();
console.log(`Gallery: ${new URL("/test/stories/", server.resolvedUrls?.local[0])}`);
