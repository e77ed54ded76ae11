// Assigns modules to the files of the web build. Each file can cost a round trip, so the modules of a first load are grouped
// into few files; the bundler places the other modules.
import type { Plugin } from "vite";

/** The entry modules of each file. A file also contains what they import, except modules of an earlier file. */
const FILES: Readonly<Record<string, RegExp>> = {
  // Changes only when these packages are upgraded.
  base: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store))\//,
  shell: /src\/web\/main\.tsx$/,
  // Not needed to render the home page.
  query: /(src\/web\/data\/query-client\.ts|@tanstack\/react-query\/.*\/use(Suspense)?Query\.js)$/,
  data: /src\/web\/data\/data-provider\.tsx$/,
  // Shared by the home page and the game pages.
  figures: /src\/web\/ui\/(charts\/chart-scale|fields\/(native-select|range-slider)|glyph|panel)\.tsx?$/,
  // Shared by the game pages and /login.
  forms: /src\/(domain\/(text|plain-values|game-data\/kit-id)|web\/ui\/(fields\/field|icons))\.tsx?$/,
  // Modules of a game page that other screens use, too.
  shared:
    /src\/(messages\/game\/titles|web\/(data\/(silhouettes|ttk-strip)|ui\/(fields\/use-debounced-value|tabs)))\.tsx?$/,
  game: /src\/web\/routes\/-game-panels\.tsx$/,
};

const files = Object.entries(FILES);

export const FIRST_LOAD_GROUPS = files.map(([name, test], index) => ({ name, test, priority: files.length - index }));

/** Rejects a build in which files import each other, because one of them would run before its imports are loaded. */
export const noCircularFiles: Plugin = {
  name: "no-circular-files",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
    for (const { fileName, imports: fileImports } of chunks) {
      const reachable = new Set(fileImports);
      for (const name of reachable) for (const imported of imports.get(name) ?? []) reachable.add(imported);
      if (reachable.has(fileName)) this.error(`${fileName} imports itself, directly or indirectly.`);
    }
  },
};
