import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { FIRST_LOAD_GROUPS, noCircularFiles } from "./scripts/chunks.ts";
import { compileLanguage, developmentLanguagePlugin, parseSiteLanguages } from "./scripts/messages.ts";
import { placeholdersPlugin } from "./scripts/placeholders.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const LANGUAGES = parseSiteLanguages(process.env["SITE_LANGUAGES"]);

const COMMON_OPTIONS = { checks: { pluginTimings: false } };

/**
 * Serves both builds of the web room: the browser's, whose messages are placeholders, and with `--ssr prerender.tsx` the one that
 * draws the first pages in any language.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: here("src/web"),
  publicDir: here("public"),
  plugins: [
    command === "build" && !isSsrBuild && placeholdersPlugin(LANGUAGES.map(compileLanguage)),
    developmentLanguagePlugin,
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "./routes",
      generatedRouteTree: "./routeTree.gen.ts",
      addExtensions: true,
      disableLogging: true,
      tmpDir: here(".tsbuild/routes"),
    }),
    react(),
    tailwindcss(),
    noCircularFiles,
  ],
  // The content policy forbids style elements without a known hash; ours is a constructed sheet.
  resolve: { alias: { "react-style-singleton": here("src/web/ui/overlays/style-singleton.ts") } },
  ssr: { noExternal: true },
  build: {
    emptyOutDir: true,
    // A font inlined as data: would break `default-src 'self'`.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    license: !isSsrBuild && { fileName: "licences-site.json" },
    // Every browser that the styles are for knows it.
    modulePreload: { polyfill: false },
    // light-dark() stays as written; older browsers get the dark colours' fallback of the system.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { ...COMMON_OPTIONS, external: ["#messages"] }
      : {
          ...COMMON_OPTIONS,
          output: {
            // The first page lists what it may load later; without names, but for those of pages, the list is half as long.
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.includes("/routes/") ? "assets/[name]-[hash].js" : "assets/[hash].js",
            codeSplitting: { groups: FIRST_LOAD_GROUPS },
          },
        },
  },
}));
