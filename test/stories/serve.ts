// Serves the stories to the browser tests.
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";

const server = await createServer({
  configFile: false,
  // The style sheet takes in the classes of every file below the root.
  root: join(import.meta.dirname, "../.."),
  plugins: [react(), tailwindcss()],
  server: { port: Number(process.env["PORT"]), strictPort: true, hmr: false },
  logLevel: "warn",
});
await server.listen();
