// `npm run gallery` serves the shared components in their states with live reload. Browser tests set PORT, which disables the reload.
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";

const root = join(import.meta.dirname, "../..");
const port = process.env["PORT"];
const server = await createServer({
  configFile: false,
  // Tailwind scans all files below the root for class names.
  root,
  // Separate from the default folder, which `npm run dev` uses for other packages.
  cacheDir: join(root, "node_modules/.vite-gallery"),
  plugins: [react(), tailwindcss()],
  optimizeDeps: { entries: ["test/stories/index.html"] },
  server: port ? { port: Number(port), strictPort: true, hmr: false } : { port: 6006 },
  logLevel: "warn",
});
await server.listen();
console.log(`Gallery: ${new URL("/test/stories/", server.resolvedUrls?.local[0])}`);
