// Which file of the web build a module travels in. Each file costs a round trip where few are fetched at a time, so that
// what first loads need comes in few; the rest is left to the bundler.
import type { Plugin } from "vite";

/** By the file's name, modules that bring along all they import; a module is in the first file that leads to it. */
const FILES: Readonly<Record<string, RegExp>> = {
  // It changes with these packages only.
  base: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store))\//,
  shell: /src\/web\/main\.tsx$/,
  // The home page is drawn without it.
  query: /(src\/web\/data\/query-client\.ts|@tanstack\/react-query\/.*\/use(Suspense)?Query\.js)$/,
  data: /src\/web\/data\/data-provider\.tsx$/,
  // What the home page and a game's page are both drawn with, and then what a game's page shares with /login.
  figures: /src\/web\/ui\/(charts\/chart-scale|fields\/range-slider|glyph|panel)\.tsx?$/,
  forms: /src\/(domain\/(text|plain-values)|web\/ui\/(fields\/field|icons))\.tsx?$/,
  // What other screens need of a game's page.
  shared:
    /src\/(messages\/game\/titles|web\/(data\/silhouettes|ui\/(fields\/(native-select|use-debounced-input)|tabs)))\.tsx?$/,
  game: /src\/web\/routes\/-game-panels\.tsx$/,
};

const files = Object.entries(FILES);

export const FIRST_LOAD_GROUPS = files.map(([name, test], index) => ({ name, test, priority: files.length - index }));

/** Refuses files that import each other: one of them would run before what it needs is there. */
export const noCircularFiles: Plugin = {
  name: "no-circular-files",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
    for (const { fileName, imports: own } of chunks) {
      const reached = new Set(own);
      for (const name of reached) for (const imported of imports.get(name) ?? []) reached.add(imported);
      if (reached.has(fileName)) this.error(`${fileName} imports itself.`);
    }
  },
};
