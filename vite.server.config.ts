// Bundles the server and the thread that renders pictures; a bundle starts three times as fast as the source.
import { defineConfig, type Plugin } from "vite";
import { parseSiteLanguages } from "./scripts/messages.ts";
import { SERVER_PACKAGES } from "./scripts/packages.ts";
import { BASE_LANGUAGE, isLanguage } from "./src/messages/languages.ts";

const LANGUAGES = parseSiteLanguages(process.env["SITE_LANGUAGES"]);

/** The program has the texts of the languages that are built; in place of any other it has the English ones. */
const builtLanguages: Plugin = {
  name: "built-languages",
  enforce: "pre",
  async resolveId(id, importer) {
    const language = /^\.\/([\w-]+)\.js$/.exec(id)?.[1];
    const isCatalogue = importer?.endsWith("src/messages/compiled/index.js") && isLanguage(language);
    if (!isCatalogue || LANGUAGES.includes(language)) return null;
    return this.resolve(`./${BASE_LANGUAGE}.js`, importer);
  },
};

export default defineConfig({
  plugins: [builtLanguages],
  publicDir: false,
  build: {
    ssr: true,
    target: "node24",
    license: { fileName: "licences-program.json" },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { chunkFileNames: "[name].js", minify: { compress: true, mangle: false, codegen: true } },
    },
  },
  ssr: { noExternal: true, external: [...SERVER_PACKAGES, "pg-native"] },
});
