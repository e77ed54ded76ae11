// Bundles the server and the thread that renders pictures; a bundle starts three times as fast as the source.
import { defineConfig, type Plugin } from "vite";
import { parseSiteLanguages } from "./scripts/messages.ts";
import { SERVER_PACKAGES } from "./scripts/packages.ts";
import { BASE_LANGUAGE, isLanguage } from "./src/messages/languages.ts";

/** Writes letters beyond ASCII as escapes: a single one, and the engine keeps the whole file at two bytes a letter. */
const oneByteLetters: Plugin = {
  name: "one-byte-letters",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
  },
};

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

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
  plugins: [oneByteLetters, builtLanguages],
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
