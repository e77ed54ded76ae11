// Bundles the server and the thread that renders pictures; a bundle starts three times as fast as the source.
import { defineConfig, type Plugin } from "vite";
import { SERVER_PACKAGES } from "./scripts/packages.ts";
import { BASE_LANGUAGE, PSEUDO_LANGUAGE } from "./src/messages/languages.ts";

/** Writes letters beyond ASCII as escapes: a single one, and the engine keeps the whole file at two bytes a letter. */
const oneByteLetters: Plugin = {
  name: "one-byte-letters",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
  },
};

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The language to test with is in the program only where the build is asked for it. */
const withoutPseudo: Plugin = {
  name: "without-pseudo",
  enforce: "pre",
  async resolveId(id, importer) {
    if (id !== `./${PSEUDO_LANGUAGE}.js` || process.env["SITE_LANGUAGES"]?.includes(PSEUDO_LANGUAGE)) return null;
    return this.resolve(`./${BASE_LANGUAGE}.js`, importer);
  },
};

export default defineConfig({
  plugins: [oneByteLetters, withoutPseudo],
  build: {
    ssr: true,
    target: "node24",
    sourcemap: true,
    license: { fileName: "licences-program.json" },
    rolldownOptions: {
      output: { chunkFileNames: "[name].js", minify: { compress: true, mangle: false, codegen: true } },
    },
  },
  ssr: { noExternal: true, external: [...SERVER_PACKAGES, "pg-native"] },
});
